//go:build ignore

// Words refuses words of which the field has better ones, in identifiers, comments,
// file names and docs: a reader who knows integer programming, automatic differentiation
// or terminal programs is to meet the names that they know. Strings and code in docs are
// not looked at: file formats, flags and JSON fields keep their names.
//
// In comments and docs it also refuses phrases that have to be read twice.
//
//	go run .ci/words.go .ci docs main.go model planner README.md samples ui
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
	{"wish(es|ed)?", "intent", "", "ui/teach/sshd"},        // there it is the library
	{"lanes?", "latest-only job", "ui", "ui/teach/lesson"}, // there two sequences run side by side
	{"openings?", "warm start", "planner", ""},
	{"ghosts?", "removed elements", "ui", ""},
	{"guides?|guided", "leader, leading", "ui", ""},
	{"shelf|shelves", "library", "ui", ""},
	{"doors?", "files, library", "ui", ""},
	{"visit(s|ed|ors?)?|rolls?", "session, limiter", "ui/teach/sshd", ""},
	{"desks?|seats?", "device, driver; worker slot", "", ""},
	{"slots?", "latest value", "ui/teach/class", ""},
	{"panes?", "panel", "ui docs README", "ui/cli/command"}, // there it is a flag
	{"dear(er|est)?", "expensive", "ui", ""},
	{"coarser", "elimination of a vertex or an edge", "ui", "ui/teach/sshd"},    // there it is a dag with fewer vertices
	{"settle[sd]?", "choose, show, keep, accept", "ui", "ui/programs/compiled"}, // there a limit is reached
	{"adopt(s|ed|ing)?|staged?", "show, keep", "ui", ""},
	{"stamps?", "cache key", "ui", ""},
	{"ink(s|ed)?", "style", "ui", ""},
	{"ways", "comparison", "ui/explore/comparison", ""},
	{"words?", "path", proofs + " planner/heuristic/chain planner/search/bnb", ""}, // elsewhere it is one of a text, or of 64 bits
	{"letters?", "vertex of the line dag", proofs + " planner/heuristic planner/search/bnb planner/analysis", ""},
	{"items?", "resource", "planner", "planner/certificate/example_test"},
	{"shares?", "dual price", proofs, ""},
	{"dear(er|est|ly)?", "expensive", "planner model", ""},
	{"narrowing", "reduced-cost fixing", "planner", ""},
	{"desks?|seats?", "worker slot", "planner", ""},
}

// proofs is where bounds are computed, written down and checked.
const proofs = "planner/bound planner/certificate planner/search/presolve"

// phrases are looked for in comments and docs, as words of one sentence.
var phrases = []struct{ phrase, instead string }{
	{"tell(s|ing)? (whether|that|if)", "reports whether"},
	{"(some|no|any)(body|one)", "the user, the caller, another goroutine, no test, ..."},
	{"whoever", "the user, the caller, the reader, ..."},
	{"beside the screen", "in the background"},
	{"for nothing", "at no cost, in vain"},
}

func main() {
	files, found := 0, 0
	for _, root := range os.Args[1:] {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" && filepath.Ext(path) != ".md" {
				return err
			}
			files++
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			parts := read(path, string(text))
			found += refuseWords(path, parts) + refusePhrases(path, parts)
			return nil
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

// part is an identifier, a comment with all its lines, or the text of a page.
type part struct {
	line  int
	text  string
	prose bool
}

// read gives what is looked at in a file.
func read(path, text string) (parts []part) {
	if filepath.Ext(path) == ".md" {
		return []part{{1, code.ReplaceAllStringFunc(text, blank), true}}
	}
	files := token.NewFileSet()
	file := files.AddFile(path, -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), nil, scanner.ScanComments)
	end := -1 // the line of the comment before, where it may go on
	for {
		pos, tok, text := s.Scan()
		line := file.Line(pos)
		switch {
		case tok == token.EOF:
			return parts
		case tok == token.COMMENT && line == end+1:
			parts[len(parts)-1].text += "\n" + strings.TrimPrefix(text, "//")
			end = line
		case tok == token.COMMENT:
			parts = append(parts, part{line, strings.TrimPrefix(text, "//"), true})
			end = line + strings.Count(text, "\n")
		case tok == token.IDENT:
			parts = append(parts, part{line, text, false})
			fallthrough
		default:
			end = -1
		}
	}
}

// code is what is left out of a page: blocks and spans of code, and links' targets.
var code = regexp.MustCompile("(?ms)^ *```.*?^ *```|`[^`\n]*`|\\]\\([^)]*\\)")

func blank(text string) string { return strings.Repeat("\n", strings.Count(text, "\n")) }

// rules are the lines of refused, ready for use.
var rules = func() (all []*regexp.Regexp) {
	for _, r := range refused {
		all = append(all, regexp.MustCompile("^(?:"+r.word+")$"))
	}
	return all
}()

// refuseWords says where a file has words that are refused.
func refuseWords(path string, parts []part) (found int) {
	for _, p := range append(parts, part{1, filepath.Base(path), false}) {
		for _, at := range words.FindAllStringIndex(p.text, -1) {
			word := p.text[at[0]:at[1]]
			if i := match(path, strings.ToLower(word)); i >= 0 {
				fmt.Printf("%s:%d: %q: say %s\n", path, p.line+strings.Count(p.text[:at[0]], "\n"), word, refused[i].instead)
				found++
			}
		}
	}
	return found
}

// words takes identifiers apart at their capitals.
var words = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)

// refusePhrases says which phrases a file has.
func refusePhrases(path string, parts []part) (found int) {
	for i, phrase := range phrases {
		for _, p := range parts {
			if !p.prose {
				continue
			}
			for _, at := range patterns[i].FindAllStringIndex(p.text, -1) {
				found++
				fmt.Printf("%s:%d: %q: say %s\n", path, p.line+strings.Count(p.text[:at[0]], "\n"), p.text[at[0]:at[1]], phrase.instead)
			}
		}
	}
	return found
}

// patterns are the phrases, which may go on in another line.
var patterns = func() (all []*regexp.Regexp) {
	for _, p := range phrases {
		all = append(all, regexp.MustCompile(`(?i)\b(?:`+strings.ReplaceAll(p.phrase, " ", `\s+`)+`)\b`))
	}
	return all
}()

// match gives the rule that refuses a word, -1 for none.
func match(path, word string) int {
	for i, r := range rules {
		if r.MatchString(word) && isBelow(path, refused[i].below, true) && !isBelow(path, refused[i].but, false) {
			return i
		}
	}
	return -1
}

// isBelow reports whether a path begins with one of the names of a list; none is what
// it says of an empty list.
func isBelow(path, list string, none bool) bool {
	for _, name := range strings.Fields(list) {
		if strings.HasPrefix(path, name) {
			return true
		}
	}
	return list == "" && none
}
