package ci

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// names is what comments and pages may refer to. It is read from the source as text, so
// that it takes a second: an identifier counts wherever it is declared or used.
type names struct {
	idents   map[string]bool
	packages map[string]map[string]bool // what is declared in packages of a name
	paths    map[string]bool            // files and folders, and the ends of their paths
	tests    []string                   // tests, benchmarks, examples, fuzz targets
	flags    map[string]map[string]bool // by command of facet, "" for all of them
}

// comments are those of a file, each with its line.
type comments struct {
	file  string
	text  []string
	lines []int
}

// read takes the tree in.
func read(root string) (*names, []comments, error) {
	n := &names{
		idents: make(map[string]bool), packages: make(map[string]map[string]bool),
		paths: make(map[string]bool),
		flags: map[string]map[string]bool{"": {}},
	}
	var all []comments
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == ".git" {
			return filepath.SkipDir
		}
		name, _ = filepath.Rel(root, name)
		for end, more := filepath.ToSlash(name), true; more; _, end, more = strings.Cut(end, "/") {
			n.paths[end] = true
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		found, err := n.file(root, name)
		all = append(all, found)
		return err
	})
	return n, all, err
}

var (
	camel  = regexp.MustCompile(`[A-Za-z0-9_]*[a-z0-9][A-Z][A-Za-z0-9]*`)
	dotted = regexp.MustCompile(`\b([a-z][a-z0-9]*)\.([A-Z]\w*)\b`)
	place  = regexp.MustCompile(`(?:\./)?[a-z.][a-z0-9]+/[\w./*-]*[\w*]|[\w/]+\.go\b`)
	test   = regexp.MustCompile(`^(Test|Benchmark|Fuzz|Example)([^a-z]|$)`)
)

// file takes in what a file declares and uses.
func (n *names) file(root, name string) (comments, error) {
	found := comments{file: name}
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, filepath.Join(root, name), nil,
		parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return found, err
	}
	ast.Inspect(f, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.Ident:
			n.idents[x.Name] = true
		case *ast.BasicLit: // what the program writes or reads, such as PgDn
			if x.Kind == token.STRING && !strings.HasSuffix(name, "_test.go") {
				for _, word := range camel.FindAllString(x.Value, -1) {
					n.idents[word] = true
				}
			}
		}
		return true
	})
	declared := n.packages[f.Name.Name]
	if declared == nil {
		declared = make(map[string]bool)
		n.packages[f.Name.Name] = declared
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			declared[d.Name.Name] = true
			if test.MatchString(d.Name.Name) && strings.HasSuffix(name, "_test.go") {
				n.tests = append(n.tests, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					declared[s.Name.Name] = true
				case *ast.ValueSpec:
					for _, id := range s.Names {
						declared[id.Name] = true
					}
				}
			}
		}
	}
	for _, group := range f.Comments {
		text := group.Text()
		if strings.HasPrefix(text, "Output:") || strings.HasPrefix(text, "Unordered output:") {
			continue // of an example: the test compares it
		}
		found.text = append(found.text, text)
		found.lines = append(found.lines, files.Position(group.Pos()).Line)
	}
	return found, nil
}

// realWords look like names of the source and are none: other programs, algorithms,
// quantities, and the files of a user.
var realWords = strings.Fields(`BatchMode CasADi CppADCodeGen EliAD goGraphML SplitMix64 TeX yEd HbyA rAU GetAttributes
	ModuleNotFoundError ValueError ZeroDivisionError xDot yDot xBar yBar f.go f_jacobian.go FILE.go results/DATE.csv`)

// quantity is a unit of memory or a product of two letters. A name with Name in it is
// one of generated code, where the user's function is called Name.
var quantity = regexp.MustCompile(`^(\d*[kKMGT]i?B?|[a-z][A-Z]|Name[A-Z]\w*)$`)

// mentions looks up what looks like a name or a path in a text.
func (n *names) mentions(text string, report func(name, why string)) {
	for _, m := range dotted.FindAllStringSubmatch(text, -1) {
		if declared := n.packages[m[1]]; declared != nil && !declared[m[2]] && !n.idents[m[2]] {
			report(m[0], "there is no such name")
		}
	}
	for _, word := range each(camel, text) {
		if !n.idents[word] && !slices.Contains(realWords, word) && !quantity.MatchString(word) {
			report(word, "there is no such name")
		}
	}
	n.places(text, report)
}

// places looks up what looks like a path in the tree.
func (n *names) places(text string, report func(name, why string)) {
	for _, at := range each(place, text) {
		if !n.exists(at) && !slices.Contains(realWords, at) {
			report(at, "there is no such file or folder")
		}
	}
}

// exists reports whether there is a file, a folder, or a name in the package of a folder.
func (n *names) exists(at string) bool {
	at = path.Clean(strings.TrimPrefix(strings.TrimSuffix(at, "/..."), "facet/"))
	if first, _, more := strings.Cut(at, "/"); more && !n.paths[first] {
		return true // a path of another tree
	}
	if n.paths[at] {
		return true
	}
	if found, _ := filepath.Glob(at); len(found) > 0 {
		return true
	}
	folder, name, ok := strings.Cut(at, ".")
	return ok && n.paths[folder] && n.packages[path.Base(folder)][strings.Split(name, ".")[0]]
}

// each are the matches that stand alone, and not in a longer word or path.
func each(pattern *regexp.Regexp, text string) (all []string) {
	for _, at := range pattern.FindAllStringIndex(text, -1) {
		before, after := ' ', ' '
		if at[0] > 0 {
			before = rune(text[at[0]-1])
		}
		if at[1] < len(text) {
			after = rune(text[at[1]])
		}
		if !strings.ContainsRune("/-_\\%$@", before) && !unicode.IsLetter(before) && after != '_' &&
			!unicode.IsLetter(after) {
			all = append(all, text[at[0]:at[1]])
		}
	}
	return all
}

var flag = regexp.MustCompile(`--[a-z][a-z-]*`)

// readFlags asks the program for its manual pages, and takes the flags from them: by
// command, those of the commands below it included, and for "" all.
func (n *names) readFlags(folder string) error {
	if out, err := exec.Command("go", "run", ".", "man", folder).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	pages, err := filepath.Glob(filepath.Join(folder, "*.1"))
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			return err
		}
		found := append(flag.FindAllString(strings.ReplaceAll(string(text), `\-`, "-"), -1), "--help",
			"--version")
		for of := strings.TrimSuffix(filepath.Base(page), ".1"); ; of = of[:strings.LastIndex(of, "-")] {
			if n.flags[of] == nil {
				n.flags[of] = make(map[string]bool)
			}
			for _, name := range found {
				n.flags[of][name] = true
				n.flags[""][name] = true
			}
			if strings.Count(of, "-") < 2 {
				break
			}
		}
	}
	return err
}

// Comments and pages name what is there: identifiers, files, flags, tests, links. A
// renaming leaves such names behind.
func TestNames(t *testing.T) {
	t.Chdir("..")
	n, all, err := read(".")
	if err != nil {
		t.Fatal(err)
	}
	if err := n.readFlags(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	t.Run("mistakes are found", n.testMistakes)
	for _, c := range all {
		for k, text := range c.text {
			n.mentions(text, func(name, why string) {
				line := c.lines[k] + strings.Count(text[:max(0, strings.Index(text, name))], "\n")
				t.Errorf("%s:%d: %s: %s", c.file, line, name, why)
			})
		}
	}
	for _, name := range pages(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n.page(name, string(text), func(line int, what, why string) {
			t.Errorf("%s:%d: %s: %s", name, line, what, why)
		})
	}
}

// What is looked up is refused where a mistake is named, and nowhere else.
func (n *names) testMistakes(t *testing.T) {
	check := func(text, want string, look func(report func(name, why string))) {
		t.Helper()
		var got []string
		look(func(name, _ string) { got = append(got, name) })
		if strings.Join(got, " ") != want {
			t.Errorf("%s\nfound are %q, not %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"NewState makes a model.State, as Dag.Edges does.": "",
		"newStates makes a dag.":                           "newStates",
		"The planner.Records has it.":                      "planner.Records",
		"model/dag.go has it, dog.go has not.":             "dog.go",
		"See docs/planer.md and model/format.":             "docs/planer.md",
	} {
		check(text, want, func(report func(name, why string)) { n.mentions(text, report) })
	}
	for text, want := range map[string]string{
		"`go doc ./model.Dag` and [the map](architecture.md)":  "",
		"`go doc ./model.Dog`":                                 "go doc ./model.Dog model.Dog",
		"[the map](architect.md)":                              "architect.md",
		"`go test -run 'NewtonIsGone|Sequence' ./model`":       "-run NewtonIsGone",
		"`facet solve --workers 2 bat` or `--classic`":         "",
		"`facet show --workers 2 bat`":                         "--workers",
		"`--gone`":                                             "--gone",
		"```\nfacet solve --gone bat # --not looked at\n```":   "--gone",
		"```sh\ngo run . generate chain --length 3 --x\n```":   "--x",
		"`planner.Options` has what `bound/cove` needs: `Run`": "bound/cove",
	} {
		check(text, want, func(report func(name, why string)) {
			n.page("docs/x.md", text, func(_ int, name, why string) { report(name, why) })
		})
	}
}
