package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"testing"

	"facet/ui/draw/style"
	"facet/ui/explore/change"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
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

func nameOf(i intent.Intent) string {
	if i == nil {
		return ""
	}
	return reflect.TypeOf(i).Name()
}

// Each intent has an entry, so that keys, palette and help can reach it.
func TestEachIntentHasACommand(t *testing.T) {
	// the solver's and the lessons' alone: its steps cannot be typed
	made := map[string]bool{"Preview": true}
	// only after a question, and from a list
	made["Delete"], made["ChooseSession"] = true, true
	// of the sources of leaders, and of leaders
	made["Lead"], made["Show"], made["Keep"], made["Back"] = true, true, true, true
	made["AskText"], made["Refuse"] = true, true // of leaders alone
	made["Warn"] = true                          // of what saves
	made["Message"] = true                       // of those outside
	made["Visit"] = true                         // of the list of labels
	made["Follow"] = true                        // what operations in a row are made of
	made["Invoke"] = true                        // of commands of layers
	made["Bring"] = true                         // of followers alone, for what the leader edits
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	changes := change.Environment{}.Source().Commands
	changes = append(changes, change.NewEditing(t.Context(), change.Options{}).Bindings(d.m.snapshot())...)
	for _, e := range append(append(solversEntries(), changes...), d.m.table...) {
		made[nameOf(e.Intent)], made[nameOf(e.Example)] = true, true
	}
	for _, name := range intents(t) {
		if !made[name] {
			t.Errorf("no entry makes intent.%s", name)
		}
	}
}

// solversEntries stands for the solver's part of the table, which is tested
// there.
func solversEntries() []layer.Command {
	var all []layer.Command
	for _, w := range []intent.Intent{intent.Greedy{}, intent.Search{}, intent.Solve{}, intent.SetPace{},
		intent.Hint{},
		intent.SetHints{}, intent.ToggleHints{}, intent.Pause{}, intent.Stop{}, intent.Certify{},
		intent.Apply{}, intent.ShowChosen{}, intent.FollowMe{}} {
		all = append(all, layer.Command{Name: nameOf(w), Intent: w})
	}
	return all
}

// No name and no key means two things, and every entry says what it does.
func TestEntriesAreUnambiguous(t *testing.T) {
	names, keys := map[string]bool{}, map[string]bool{}
	for _, e := range NewCommands(nil, nil) {
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

// Each type of intent is carried out by exactly one performer: no list has one twice, since New
// would panic.
func TestEachIntentIsCarriedOut(t *testing.T) {
	o := testOptions(sample(t, "bat"), style.Mono, false)
	o.Solver = solver.New(t.Context(), solver.Options{})
	d := start(t, o, 80, 24)
	done := make(map[string]bool)
	for of := range d.m.performers {
		done[of.Name()] = true
	}
	for _, name := range intents(t) {
		if !done[name] {
			t.Errorf("no performer carries out intent.%s", name)
		}
	}
}
