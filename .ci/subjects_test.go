package ci

import (
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// What a package may have before it is more than one subject, and a type before it
// is more than one thing. How many lines it has says little about that.
const (
	// mostMethods of one type, with those that it gets from embedded types of this
	// module: they can be called on it as well as its own. A type with more is a state
	// that everything shares: a part of its fields and methods can be a type of its own,
	// in a field with a name.
	mostMethods = 47
	// mostImports of one package from this module. A package with more puts many
	// subjects together, and each such place has its reason below.
	mostImports = 14
	// mostInCycle is how many files of a package may refer to each other, directly
	// or by way of others, so that none of them can be read before the rest. What
	// they share belongs into a file below them.
	mostInCycle = 8
)

// allowed are types and packages that have more, how many, and why.
var allowed = map[string]struct {
	most int
	why  string
}{
	"imports of ui/cli/command": {31, "one file is one command, and each command has a subject of its own"},
	"imports of ui/explore/app": {23, "the root puts layers, session and files together"},
	"imports of ui/teach/sshd": {23,
		"the server puts a class, explorers, their files and what searches found together"},
	"imports of planner": {19, "the list of strategies names each of them, and more may come"},

	"cycle in planner": {22,
		"the strategies ask the run, and the run starts the strategies; each has a file"},
	"cycle in model/programs/driver": {10,
		"a driver writes itself in each language, which asks for its steps; each has a file"},
}

func TestSubjects(t *testing.T) {
	t.Chdir("..")
	all, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	checked := make(map[string]bool)
	check := func(what, name string, of []string, most int) {
		n := len(of)
		key := what + " " + name
		checked[key] = true
		more, known := allowed[key]
		switch {
		case known && n <= most:
			t.Errorf("%s: %d need no permission any more: take it out of the list", key, n)
		case known && n > more.most:
			t.Errorf("%s: %d, and not at most %d (%s): is it two subjects? If it is not, raise the limit in .ci/subjects_test.go: %s", key, n, more.most, more.why, strings.Join(of, " "))
		case !known && n > most:
			t.Errorf("%s: %d, and not at most %d: is it two subjects? If it is not, give it a limit and a reason in .ci/subjects_test.go: %s", key, n, most, strings.Join(of, " "))
		}
	}
	for _, p := range all {
		for _, e := range p.Errors {
			t.Fatal(e)
		}
		name := strings.TrimPrefix(p.PkgPath, "facet/")
		for _, of := range p.Types.Scope().Names() {
			if named, ok := p.Types.Scope().Lookup(of).Type().(*types.Named); ok && named.Obj().
				Pkg() == p.Types {
				check("methods of", name+"."+of, methodsOf(named), mostMethods)
			}
		}
		check("imports of", name, slices.DeleteFunc(slices.Sorted(maps.Keys(p.Imports)),
			func(path string) bool { return !isOurs(path) }), mostImports)
		check("cycle in", name, largestCycle(references(p)), mostInCycle)
	}
	for key := range allowed {
		if !checked[key] {
			t.Errorf("%s: there is no such thing any more: take it out of the list", key)
		}
	}
}

// methodsOf is what can be called on a type or a pointer to it: what it declares and
// what embedded types of this module promote. What others promote, such as sync.Mutex
// or testing.TB, says nothing about how many subjects the type has; nor do the neutral
// answers of layers.
func methodsOf(named *types.Named) (names []string) {
	of := types.Type(types.NewPointer(named))
	if types.IsInterface(named) {
		of = named // a pointer to an interface has no methods
	}
	for method := range types.NewMethodSet(of).Methods() {
		if from := method.Obj().Pkg(); from != nil && isOurs(from.Path()) && !isNeutral(method.Obj()) {
			names = append(names, method.Obj().Name())
		}
	}
	return names
}

// isNeutral reports whether a method is an answer that every layer has: one that a type does
// not have of its own says nothing about its subjects.
func isNeutral(method types.Object) bool {
	receiver := method.(*types.Func).Signature().Recv().Type()
	const of = "facet/ui/explore/layer."
	return slices.Contains([]string{of + "Plain", of + "Neutral"}, types.TypeString(receiver, nil))
}

func isOurs(path string) bool { return path == "facet" || strings.HasPrefix(path, "facet/") }

// references gives for each file of a package the files that declare what it uses.
func references(p *packages.Package) map[string][]string {
	file := func(at token.Pos) string { return p.Fset.Position(at).Filename }
	all := make(map[string][]string)
	for use, object := range p.TypesInfo.Uses {
		from, to := file(use.Pos()), file(object.Pos())
		if _, imported := object.(*types.PkgName); imported || object.Pkg() != p.Types || from == to ||
			slices.Contains(all[from], to) {
			continue
		}
		all[from] = append(all[from], to)
	}
	return all
}

// largestCycle is the files that lead to each other, none without a cycle.
func largestCycle(references map[string][]string) []string {
	var most []string
	for file := range references {
		from := reached(references, file)
		var cycle []string
		for other := range from {
			if from[file] && reached(references, other)[file] {
				cycle = append(cycle, path.Base(other))
			}
		}
		if len(cycle) > len(most) {
			most = cycle
		}
	}
	slices.Sort(most)
	return most
}

// reached is what a file leads to, by however many steps.
func reached(references map[string][]string, file string) map[string]bool {
	seen := make(map[string]bool)
	next := slices.Clone(references[file])
	for len(next) > 0 {
		at := next[0]
		next = next[1:]
		if !seen[at] {
			seen[at] = true
			next = append(next, references[at]...)
		}
	}
	return seen
}

// The map in docs/architecture.md has each package, and nothing that is not there.
// What is for tests alone need not stand on it; a package without a line of its own
// is named in the line of the one above it.
func TestMap(t *testing.T) {
	t.Chdir("..")
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(text), "\n```\n")
	block, _, _ = strings.Cut(block, "\n```\n")
	about := make(map[string]string) // by the path of a folder
	var above []string               // the folders that a line stands in
	for line := range strings.Lines(block) {
		entry := strings.TrimLeft(line, " ")
		depth := (len(line) - len(entry)) / 2
		folder := ""
		for name := range strings.FieldsSeq(entry) {
			if !strings.HasSuffix(name, "/") || strings.ContainsRune(strings.TrimSuffix(name, "/"), '/') {
				break
			}
			folder = path.Join(path.Join(above[:depth]...), name)
			about[folder] = entry
			if _, err := os.Stat(folder); err != nil {
				t.Errorf("the map has %s, which is not there", folder)
			}
		}
		above = append(above[:depth], path.Base(folder))
	}
	all, err := packages.Load(&packages.Config{Mode: packages.NeedName}, "./ui/...", "./planner/...",
		"./model/...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		folder := strings.TrimPrefix(p.PkgPath, "facet/")
		_, known := about[folder]
		if !known && !strings.Contains(about[path.Dir(folder)], path.Base(folder)) &&
			!strings.HasSuffix(folder, "test") && !strings.Contains(folder, "test/") &&
			!strings.Contains(folder, "/internal/") {
			t.Errorf("the map does not have %s", folder)
		}
	}
}
