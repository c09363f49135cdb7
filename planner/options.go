package planner

import (
	"cmp"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"facet/model"

	"github.com/dustin/go-humanize"
)

const (
	// DefaultMemory is the memory limit of a run that sets none, in bytes.
	DefaultMemory = 1 << 30

	// MostWorkers is how many goroutines may be asked for.
	MostWorkers = 1024

	leastMemory = 1 << 20
	mostPace    = 1e9
)

// Options say what a run does. The zero value is branch and bound with
// everything that helps, on all processors, without a time limit.
type Options struct {
	Method    Method
	Bound     Bound
	WarmStart WarmStart
	Workers   int           // goroutines that work at once; 0 is one for each processor
	Time      time.Duration // limit, pauses not counted; 0 is none
	Memory    int64         // limit of tables, open nodes and pools in bytes; 0 is DefaultMemory
	Seed      uint64        // of random choices
	Pace      float64       // nodes a second, all workers together; 0 is full speed
	Held      bool          // the run pauses before the first node of its search
	Tree      bool          // the search is recorded, for Run.Tree

	// Work limits what the run does, as Time limits how long it takes: by checks, each for
	// the time that it is expected to take on an idle machine. With one worker, turns and
	// the end follow from what was done, so that the same dag and options come to the same
	// on each machine, unless Time ends the run first. 0 is no limit.
	Work time.Duration

	// History is the sequence that led from the fresh line dag to the state the
	// run starts from. With it, incumbents are proved numerically with all of
	// their matrices; without it a state in the middle of a sequence is checked
	// by replay alone.
	History []model.Op

	// Sequence is a complete sequence from that state that is known already: the
	// first incumbent. One that is impossible or not complete ends the run with an
	// error. Lower is a bound that is known: no completion costs less.
	Sequence []model.Op
	Lower    model.Cost

	without map[string]bool // strategies and parts that a benchmark leaves out
	whole   int             // nodes of the tree that are kept one by one; 0 is WholeTree
}

// Check says which option is out of its range. The sentence begins with the option's
// name, as that of the flag does.
func (o *Options) Check() error {
	switch {
	case o.Method < 0 || o.Method >= methods:
		return fmt.Errorf("method is %d: choose a number below %d", int(o.Method), int(methods))
	case o.Bound < 0 || o.Bound >= bounds:
		return fmt.Errorf("bound is %d: choose a number below %d", int(o.Bound), int(bounds))
	case o.WarmStart < 0 || o.WarmStart >= warmStarts:
		return fmt.Errorf("start is %d: choose a number below %d", int(o.WarmStart), int(warmStarts))
	case o.Time < 0:
		return fmt.Errorf("time is %s: choose a time like 30s, or 0 for no limit", o.Time)
	case o.Work < 0 || o.Work > 0 && o.Workers != 1:
		return fmt.Errorf("work is %s: it can only be counted with one worker", o.Work)
	case o.Memory < 0:
		return fmt.Errorf("memory is %d: choose a number of bytes, or 0 for %s", o.Memory,
			FormatMemory(DefaultMemory))
	case !(o.Pace >= 0):
		return fmt.Errorf("pace is %v: choose a number of nodes per second", o.Pace)
	}
	return CheckWorkers(o.Workers, "one for each processor")
}

// CheckWorkers says what is wrong with a number of goroutines, of which 0 means so many.
func CheckWorkers(n int, zero string) error {
	if n < 0 || n > MostWorkers {
		return fmt.Errorf("workers is %d: choose a number up to %d, or 0 for %s", n, MostWorkers, zero)
	}
	return nil
}

// all is the limit of the run's work or time; 0 for none.
func (o *Options) all() time.Duration { return cmp.Or(o.Work, o.Time) }

// WithDefaults fills in what is left open: a worker for each processor, and the usual
// memory.
func (o Options) WithDefaults() Options {
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	return o
}

// OptionNames lists what Set knows, in the order in which a form shows it.
func OptionNames() []string {
	return []string{"method", "bound", "start", "workers", "time", "memory", "seed", "pace"}
}

// Set reads one option from text: method, bound, start, workers, time ("90",
// "90s", "1m30s", "none"), memory ("512MB", "2GiB"), seed, or pace ("10",
// "full"). The error is a sentence that says what the option takes.
func (o *Options) Set(name, text string) (err error) {
	next := *o
	switch strings.ToLower(name) {
	case "method":
		next.Method, err = ParseMethod(text)
	case "bound":
		next.Bound, err = ParseBound(text)
	case "start":
		next.WarmStart, err = ParseWarmStart(text)
	case "workers":
		next.Workers, err = parseWorkers(text)
	case "time":
		next.Time, err = ParseTime(text)
	case "memory":
		next.Memory, err = ParseMemory(text)
	case "seed":
		if next.Seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			err = fmt.Errorf("seed takes a whole number, not %q", text)
		}
	case "pace":
		next.Pace, err = ParsePace(text)
	default:
		err = fmt.Errorf("there is no option %q: there are %s", name, enumerate(OptionNames()))
	}
	if err == nil {
		*o = next
	}
	return err
}

// SetAll reads "bound=simple workers=2 time=90s". What is not named stays as it
// is; after an error, everything does.
func (o *Options) SetAll(text string) error {
	next := *o
	for _, word := range strings.Fields(text) {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			return fmt.Errorf("%q is no option: write it as bound=simple, time=90s, workers=2", word)
		}
		if err := next.Set(name, value); err != nil {
			return err
		}
	}
	*o = next
	return nil
}

// Text writes the options so that SetAll reads them, without what is usual:
// method, time, memory, seed and pace stand only where they differ from the
// zero value.
func (o Options) Text() string {
	var words []string
	add := func(name string, value any) { words = append(words, fmt.Sprintf("%s=%v", name, value)) }
	if o.Method != BranchAndBound {
		add("method", o.Method)
	}
	add("bound", o.Bound)
	add("start", o.WarmStart)
	if o.Workers > 0 {
		add("workers", o.Workers)
	}
	if o.Time > 0 {
		add("time", o.Time)
	}
	if o.Memory > 0 && o.Memory != DefaultMemory {
		add("memory", FormatMemory(o.Memory))
	}
	if o.Seed > 0 {
		add("seed", o.Seed)
	}
	if o.Pace > 0 {
		add("pace", strconv.FormatFloat(o.Pace, 'g', -1, 64))
	}
	return strings.Join(words, " ")
}

// parseWorkers reads a number of goroutines.
func parseWorkers(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n == 0 || CheckWorkers(n, "") != nil {
		return 0, fmt.Errorf("workers takes a number from 1 to %d, not %q; this machine has %d processors",
			MostWorkers, text, runtime.NumCPU())
	}
	return n, nil
}

// ParseTime reads a time limit: "90s", "1m30s", "250ms", plain seconds as in
// "90" or "1.5", or "none" for no limit.
func ParseTime(text string) (time.Duration, error) {
	if text == "none" {
		return 0, nil
	}
	if d, err := time.ParseDuration(text); err == nil {
		if d < 0 {
			return 0, fmt.Errorf("%q is before now: write a time like 30s", text)
		}
		return d, nil
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds >= 0 && seconds < 1e9) {
		return 0, fmt.Errorf("%q is no time: write it like 30s, 5m or 1h", text)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// ParseMemory reads a number of bytes: "512MB", "1.5G", "64MiB" or a plain
// number. kB, MB, GB and TB are powers of a thousand, KiB, MiB, GiB and TiB
// powers of two.
func ParseMemory(text string) (int64, error) {
	n, err := humanize.ParseBytes(text)
	switch {
	case err != nil || n >= 1<<62:
		return 0, fmt.Errorf("%q is no size: write it like 512MB or 2GB", text)
	case n < leastMemory:
		return 0, fmt.Errorf("%q is too little memory: at least 1MiB is needed", text)
	}
	return int64(n), nil
}

// FormatMemory writes a number of bytes so that ParseMemory reads the same.
func FormatMemory(bytes int64) string {
	for _, unit := range []struct {
		name  string
		bytes int64
	}{{"GiB", 1 << 30}, {"GB", 1e9}, {"MiB", 1 << 20}, {"MB", 1e6}, {"KiB", 1 << 10}, {"kB", 1e3}} {
		if bytes >= unit.bytes && bytes%unit.bytes == 0 {
			return strconv.FormatInt(bytes/unit.bytes, 10) + unit.name
		}
	}
	return strconv.FormatInt(bytes, 10)
}

// ParsePace reads a number of nodes a second; "full" is full speed.
func ParsePace(text string) (float64, error) {
	if text == "full" || text == "" {
		return 0, nil
	}
	pace, err := strconv.ParseFloat(text, 64)
	if err != nil || !(pace >= 0 && pace <= mostPace) {
		return 0, fmt.Errorf("pace takes nodes a second such as 10, or full, not %q", text)
	}
	return pace, nil
}

// enumerate writes "a, b and c".
func enumerate(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
