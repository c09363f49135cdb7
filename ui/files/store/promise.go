package store

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"facet/model"
)

// promise is what the files of a run say that it found, unchecked: it decides which run is
// read first and which is deleted last, and nothing else.
type promise struct {
	cost  int64 // of the cheapest sequence from the first state; math.MaxInt64 without one
	bound int64 // of the proof; 0 without one
}

func promiseOf(run, proof []byte) promise {
	p := promise{cost: math.MaxInt64}
	// A run that began behind some steps has these first. In texts quotes are escaped: the
	// names below cannot be part of one.
	if start, method := bytes.Index(run, []byte(`"start":`)),
		bytes.Index(run, []byte(`"method":`)); start < 0 || start > method {
		for _, part := range bytes.Split(run, []byte(`"cost":`))[1:] {
			if n, ok := number(part); ok {
				p.cost = min(p.cost, n)
			}
		}
	}
	if _, after, found := bytes.Cut(proof, []byte(`"bound":`)); found {
		p.bound, _ = number(after)
	}
	return p
}

// number reads the whole number with which a text begins.
func number(text []byte) (n int64, ok bool) {
	for _, c := range bytes.TrimLeft(text[:min(len(text), 40)], " ") {
		if c < '0' || c > '9' || n > (math.MaxInt64-9)/10 {
			break
		}
		n, ok = 10*n+int64(c-'0'), true
	}
	return n, ok
}

// promises reads those of files.
func promises(paths []string) []promise {
	all := make([]promise, len(paths))
	for k, path := range paths {
		run, _ := readSmall(path, mostRunBytes)
		proof, _ := readSmall(strings.TrimSuffix(path, ".json")+proofSuffix, mostRunBytes)
		all[k] = promiseOf(run, proof)
	}
	return all
}

// foremost finds the run with the cheapest sequence and the one with the highest bound, the
// later one of two that are equal; -1 where there is none.
func foremost(all []promise) (cheapest, highest int) {
	cheapest, highest = -1, -1
	for k, p := range all {
		if p.cost < math.MaxInt64 && (cheapest < 0 || p.cost <= all[cheapest].cost) {
			cheapest = k
		}
		if p.bound > 0 && (highest < 0 || p.bound >= all[highest].bound) {
			highest = k
		}
	}
	return cheapest, highest
}

// BestRuns lists the names of the saved runs on a dag: first the one whose file promises the
// cheapest sequence, then the one with the highest bound, then the others, the latest first.
func (d Directory) BestRuns(g *model.Dag) []string {
	paths := d.runPaths(g)
	cheapest, highest := foremost(promises(paths))
	var names []string
	add := func(k int) {
		name := strings.TrimSuffix(filepath.Base(paths[k]), ".json")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, k := range []int{cheapest, highest} {
		if k >= 0 {
			add(k)
		}
	}
	for k := range slices.Backward(paths) {
		add(k)
	}
	return names
}

// thin deletes the oldest runs where there are too many with the one that was just written:
// never that one, which has an old name where the clock was set back, and neither the
// cheapest sequence nor the highest bound, however old they are.
func (d Directory) thin(g *model.Dag, written string, content []byte) {
	paths := filesIn(d.runs(g))
	paths = slices.DeleteFunc(paths, func(path string) bool { return filepath.Base(path) == written })
	excess := len(paths) + 1 - mostRuns
	if excess <= 0 {
		return
	}
	slices.SortFunc(paths, byBase)
	all := promises(paths)
	cheapest, highest := foremost(all)
	if cheapest >= 0 && promiseOf(content, nil).cost <= all[cheapest].cost {
		cheapest = -1
	}
	for k, path := range paths {
		if excess > 0 && k != cheapest && k != highest {
			excess--
			_ = os.Remove(path)
			_ = os.Remove(strings.TrimSuffix(path, ".json") + proofSuffix)
		}
	}
}
