//go:build ignore

// Words refuses words of which the field has better ones, in identifiers, comments
// and file names: a reader who knows integer programming, automatic differentiation
// or terminal programs is to meet the names that they know. Strings are not looked
// at: file formats, flags and JSON fields keep their names.
//
//	go run .ci/words.go planner ui model
package main

import (
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// refused is one idea: what it was called, what the field calls it, below which
// folders it is refused, and below which it means something else.
var refused = []struct{ word, instead, below, but string }{
	{"letterstest", "line graph", "", ""},
	{"purchases?d?", "primal support", "planner", ""},
	{"blockers?", "cut; what finds it is separation", "planner", ""},
	{"seekers?", "pricing, column generation", "planner", ""},
	{"provers?", "branch-and-cut tree", "planner", ""},
	{"hopeless|surrender(s|ed|ing)?", "cutoff reached", "planner", ""},
	{"waterfalls?|pour(s|ed|ing|er)?", "multiplicative weights, dual ascent", "", ""},
	{"ledgers?", "incumbents, record", "", ""},
	{"hir(e|es|ed|ing)", "acquire", "", ""},
	{"gates?", "pause", "planner", ""},
	{"insights?", "analysis", "", ""},
	{"compact(ed|ly)?", "packed", "planner", ""},
	{"distinctions?", "branching", "planner", ""},
	{"stretch(es)?", "subpath", "planner", ""},
	{"ceilings?", "cutoff", "planner", ""},
	{"realis(e|es|ed|ing|ation)", "primal heuristic, dive", "planner", ""},
	{"wish(es|ed)?", "intent", "", "ui/sshd"},        // there it is the library
	{"lanes?", "latest-only job", "ui", "ui/lesson"}, // there two sequences run side by side
	{"openings?", "warm start", "planner", ""},
	{"ghosts?", "removed elements", "ui", ""},
	{"guides?|guided", "leader, leading", "ui", ""},
	{"shelf|shelves", "library", "ui", ""},
	{"doors?", "files, library", "ui", ""},
	{"visit(s|ed|ors?)?|rolls?", "session, limiter", "ui/sshd", ""},
	{"desks?|seats?", "device, driver; worker slot", "", ""},
	{"slots?", "latest value", "ui/class", ""},
	{"panes?", "panel", "ui", "ui/command"}, // there it is a flag
	{"dear(er|est)?", "expensive", "ui", ""},
	{"coarser", "elimination of a vertex or an edge", "ui", "ui/sshd"}, // there it is a dag with fewer vertices
	{"settle[sd]?", "choose, show, keep, accept", "ui", "ui/compiled"}, // there a limit is reached
	{"adopt(s|ed|ing)?|staged?", "show, keep", "ui", ""},
	{"stamps?", "cache key", "ui", ""},
	{"ink(s|ed)?", "style", "ui", ""},
	{"ways", "comparison", "ui/comparison", ""},
	{"words?", "path", proofs + " planner/heuristic/chain planner/bnb", ""}, // elsewhere it is one of a text, or of 64 bits
	{"letters?", "vertex of the line dag", proofs + " planner/heuristic planner/bnb planner/analysis", ""},
	{"items?", "resource", "planner", "planner/certificate/example_test"},
	{"shares?", "dual price", proofs, ""},
	{"dear(er|est|ly)?", "expensive", "planner model", ""},
	{"narrowing", "reduced-cost fixing", "planner", ""},
	{"desks?|seats?", "worker slot", "planner", ""},
}

// proofs is where bounds are computed, written down and checked.
const proofs = "planner/bound planner/certificate planner/presolve"

func main() {
	var found, files int
	for _, root := range os.Args[1:] {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
				return err
			}
			files++
			n, err := inspect(path)
			found += n
			return err
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	if found > 0 {
		os.Exit(1)
	}
	fmt.Println(files, "files")
}

// rule is a line of refused, ready for use.
var rules = func() (all []*regexp.Regexp) {
	for _, r := range refused {
		all = append(all, regexp.MustCompile("^(?:"+r.word+")$"))
	}
	return all
}()

// inspect says where a file has what is refused.
func inspect(path string) (found int, err error) {
	source, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	files := token.NewFileSet()
	file := files.AddFile(path, -1, len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, scanner.ScanComments)
	report := func(at token.Position, text string) {
		for _, word := range words.FindAllString(text, -1) {
			if i := match(path, strings.ToLower(word)); i >= 0 {
				fmt.Printf("%s: %q: say %s\n", at, word, refused[i].instead)
				found++
			}
		}
	}
	report(token.Position{Filename: path}, filepath.Base(path))
	for {
		pos, tok, text := s.Scan()
		switch tok {
		case token.EOF:
			return found, nil
		case token.IDENT, token.COMMENT:
			report(files.Position(pos), text)
		}
	}
}

// words takes identifiers apart at their capitals.
var words = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)

// match gives the rule that refuses a word, -1 for none.
func match(path, word string) int {
	for i, r := range rules {
		if r.MatchString(word) && isBelow(path, refused[i].below, true) && !isBelow(path, refused[i].but, false) {
			return i
		}
	}
	return -1
}

// isBelow tells whether a path begins with one of the names of a list; none is what
// it says of an empty list.
func isBelow(path, list string, none bool) bool {
	for _, name := range strings.Fields(list) {
		if strings.HasPrefix(path, name) {
			return true
		}
	}
	return list == "" && none
}
