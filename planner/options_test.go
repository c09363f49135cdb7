package planner_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"facet/planner"
)

func TestTimesAndSizesAreReadOnce(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90": 90 * time.Second, "1.5": 1500 * time.Millisecond, "90s": 90 * time.Second,
		"1m30s": 90 * time.Second,
		"250ms": 250 * time.Millisecond, "none": 0, "0": 0,
	} {
		if got, err := planner.ParseTime(text); err != nil || got != want {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "soon", "-5s", "-1", "NaN", "1e300", "5 s"} {
		if got, err := planner.ParseTime(text); err == nil {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
	for text, want := range map[string]int64{
		"2GB": 2e9, "2GiB": 2 << 30, "2gb": 2e9, "64MiB": 64 << 20, "1.5G": 1.5e9, "1048576": 1 << 20,
		"512 MB": 512e6, "1t": 1e12,
	} {
		if got, err := planner.ParseMemory(text); err != nil || got != want {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "GB", "-1GB", "12XB", "1i", "1e30GB", "10", "1kB", "NaN"} {
		if got, err := planner.ParseMemory(text); err == nil {
			t.Errorf("%q is taken for %d", text, got)
		}
	}
	for _, bytes := range []int64{1 << 20, 1 << 30, 2e9, 64e6, 3 << 30, 1234567, 5 << 20} {
		if got, err := planner.ParseMemory(planner.FormatMemory(bytes)); err != nil || got != bytes {
			t.Errorf("%d is written %s and read %d, %v", bytes, planner.FormatMemory(bytes), got, err)
		}
	}
}

// The one check of what a run is given; a flag's mistake is the same sentence.
func TestOptionsOutOfRange(t *testing.T) {
	for problem, o := range map[string]planner.Options{
		"":                     {Workers: planner.MostWorkers},
		"workers is -1:":       {Workers: -1},
		"workers is 1025:":     {Workers: planner.MostWorkers + 1},
		"pace is NaN:":         {Pace: math.NaN()},
		"time is -1s:":         {Time: -time.Second},
		"memory is -1:":        {Memory: -1},
		"method is 99:":        {Method: 99},
		"bound is -1:":         {Bound: -1},
		"start is 3: choose a": {WarmStart: 3},
	} {
		if err := o.Check(); (err == nil) != (problem == "") || err != nil &&
			!strings.HasPrefix(err.Error(), problem) {
			t.Errorf("%s: %v", problem, err)
		}
	}
}

// TestOptionsAreReadAsTheyAreWritten: every option can be set by its name, and
// what Text writes SetAll reads.
func TestOptionsAreReadAsTheyAreWritten(t *testing.T) {
	all := "method=GreedyLocalCost bound=packing start=heuristics workers=3 time=1m30s memory=2GB seed=7 pace=10"
	var o planner.Options
	if err := o.SetAll(all); err != nil {
		t.Fatal(err)
	}
	want := planner.Options{
		Method: planner.GreedyLocalCost, Bound: planner.BoundPacking, WarmStart: planner.WarmHeuristics,
		Workers: 3,
		Time:    90 * time.Second, Memory: 2e9, Seed: 7, Pace: 10,
	}
	if o.Text() != all || o.Text() != want.Text() {
		t.Errorf("%s\nis read as\n%s", all, o.Text())
	}
	for _, name := range planner.OptionNames() {
		if !strings.Contains(all, name+"=") {
			t.Errorf("%s is not tested", name)
		}
	}
	before := o.Text()
	for text, problem := range map[string]string{
		"speed=3":                   `there is no option "speed": there are method, bound, start, workers, time, memory, seed and pace`,
		"fast":                      `"fast" is no option`,
		"workers=0":                 "workers takes a number from 1 to",
		"seed=-1":                   "seed takes a whole number",
		"pace=NaN":                  "pace takes nodes a second",
		"time=never":                `"never" is no time`,
		"memory=much":               `"much" is no size`,
		"seed=8 method=Guess":       `there is no method "Guess"`,
		"bound=packing start=later": `there is no start "later"`,
	} {
		if err := o.SetAll(text); err == nil || !strings.Contains(err.Error(), problem) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if o.Text() != before {
		t.Errorf("mistakes have changed something: %s", o.Text())
	}
	if err := o.SetAll("pace=full time=none"); err != nil || o.Pace != 0 || o.Time != 0 {
		t.Errorf("%+v, %v", o, err)
	}
}
