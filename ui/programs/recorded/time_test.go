package recorded

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"facet/model/measured"
)

// scarce carries a program out with budgets that are made up, so that no clock decides.
const scarce = `
import json, sys
import facet_measure
from facet_measure import Budget
facet_measure.progress.say = lambda *_: None
left = iter(range(10**9))
budgets = {
    "nothing": lambda self, share=1: -1.0,
    "no checks": lambda self, share=1: -1.0 if share < 0.7 else float("inf"),
    "one direction": lambda self, share=1: 1e-9 if share == 0.5 and next(left) == 0 else float("inf"),
    "few times": lambda self, share=1: float("inf") if share < 0.95 or next(left) < 20 else -1.0,
    "enough": lambda self, share=1: float("inf"),
}
answers = {}
for name, of in budgets.items():
    left, Budget.left = iter(range(10**9)), of
    answers[name] = facet_measure.answered({"do": "measure", "program": "f.py", "seed": 0, "repeat": 1, "batches": [1, 4], "structure": False, "trust": False, "methods": []})
json.dump(answers, open("answers.json", "w"))
`

// Where the time is over, the result says what was not checked and not measured, or the
// message does.
func TestLackOfTime(t *testing.T) {
	path, err := FindPython()
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	if err := write(dir, map[string][]byte{"facet_modules.py": Runtime, "facet_measure.py": measurer,
		"facet_habits.py": habits, "facet_quicker.py": quicker,
		"scarce.py": []byte(scarce), "f.py": []byte(mistaken)}); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(path, "scarce.py")
	run.Dir, run.Env = dir, environment(dir)
	if said, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	text, err := os.ReadFile(filepath.Join(dir, "answers.json"))
	if err != nil {
		t.Fatal(err)
	}
	var answers map[string]struct {
		Error string
		measured.Report
	}
	if err := json.Unmarshal(text, &answers); err != nil {
		t.Fatal(err)
	}
	const all = "step by u; step by p; sense by u; the whole program"
	for name, c := range map[string]struct {
		error, unchecked, untimed, warning string
		checks                             int
	}{
		"nothing":   {error: `^f\.py:1: there was no time to measure the tangent of step for u: allow more by --time$`, untimed: "^$"},
		"no checks": {error: "^$", unchecked: all, untimed: "^$"},
		"one direction": {error: "^$", untimed: "^$", checks: 9,
			warning: "for lack of time, derivatives were checked along one direction each"},
		"few times": {error: "^$", untimed: `^\d+ of \d+ calls$`, checks: 9},
		"enough":    {error: "^$", untimed: "^$", checks: 9},
	} {
		a := answers[name]
		if !regexp.MustCompile(c.error).MatchString(a.Error) ||
			strings.Join(a.Unchecked, "; ") != c.unchecked || !regexp.MustCompile(c.untimed).
			MatchString(a.Untimed) || len(a.Checks) != c.checks ||
			strings.Join(a.Warnings, "; ") != c.warning {
			t.Errorf("%s: error %q, unchecked %q, untimed %q, %d checks, warnings %q", name, a.Error,
				a.Unchecked, a.Untimed, len(a.Checks), a.Warnings)
		}
		if a.Error != "" {
			continue
		}
		if p, err := measured.New(&a.Report, measured.Origin{File: "f.py", Language: "python"}); err != nil ||
			!(p.Unit > 0) {
			t.Errorf("%s: there is no dag: %v", name, err)
		}
	}
}

// A program that does not end by itself ends with the time, which is over when it has begun.
func TestEndlessWithTime(t *testing.T) {
	path, err := FindPython()
	if err != nil {
		t.Skip(err)
	}
	file := filepath.Join(t.TempDir(), "f.py")
	if err := os.WriteFile(file, []byte("print('begun', flush=True)\nwhile True: pass\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	late, over := context.WithCancelCause(t.Context())
	_, err = Python{Path: path}.Runner(hears{"begun", func() {
		over(context.DeadlineExceeded)
	}}).Measure(late, Request{Program: file, Repeat: 1, Batches: []int{1}})
	if err == nil ||
		!regexp.MustCompile(`f\.py: --time was over while facet was running f\.py: nothing is written; give it more --time$`).MatchString(err.Error()) {
		t.Errorf("got %v", err)
	}
}

// hears does something when a word is written.
type hears struct {
	word string
	do   func()
}

func (h hears) Write(text []byte) (int, error) {
	if strings.Contains(string(text), h.word) {
		h.do()
	}
	return len(text), nil
}
