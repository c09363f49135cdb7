package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"facet/ui/draw/style"
)

// intents lists the names of all intents, as the package declares them.
func intents(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../intent/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "Effect" && f.Recv != nil {
				all = append(all, f.Recv.List[0].Type.(*ast.Ident).Name)
			}
		}
	}
	return all
}

// No name and no key means two things, and every entry says what it does.
func TestEntriesAreUnambiguous(t *testing.T) {
	names, keys := map[string]bool{}, map[string]bool{}
	for _, e := range NewCommands() {
		if e.Name == "" || e.Does == "" || names[e.Name] {
			t.Errorf("the entry %q has no name, no meaning, or another's name", e.Name)
		}
		names[e.Name] = true
		for _, k := range e.Keys.Keys() {
			if keys[k] {
				t.Errorf("the key %q means two things", k)
			}
			if keys[k] = true; e.Intent == nil {
				t.Errorf("the key %q of %s means nothing", k, e.Name)
			}
		}
	}
}

// Whatever takes an argument says what is wrong with a bad one and never
// panics.
func TestEntriesRefuseNonsense(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	for _, e := range d.m.table {
		if e.Parse == nil {
			continue
		}
		for _, arg := range []string{"", "\x00", "((", "99999999999999999999", "-1"} {
			if want, err := e.Parse(d.m.snapshot(), arg); err == nil && want == nil {
				t.Errorf("%s %q is neither an intent nor a mistake", e.Name, arg)
			}
		}
	}
}

// Each type of intent is carried out: do has a case for it.
func TestEachIntentIsCarriedOut(t *testing.T) {
	text, err := os.ReadFile("route.go")
	if err != nil {
		t.Fatal(err)
	}
	_, do, _ := strings.Cut(string(text), ") do(")
	for _, name := range intents(t) {
		if name != "Line" && !regexp.MustCompile(`intent\.`+name+`\b[^}]*?:\n`).MatchString(do) {
			t.Errorf("nothing carries out intent.%s", name)
		}
	}
}
