package teach

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/app"
	"facet/ui/explore/change"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
	"facet/ui/files"
	"facet/ui/teach/author"
	"facet/ui/teach/class"
	"facet/ui/teach/presenter"
	"facet/ui/teach/puzzle"
	"facet/ui/uitest"
)

// all has each intent that the package declares.
var all = []intent.Intent{
	intent.Line("undo"), intent.Invoke{}, intent.Select{}, intent.DoSelected{}, intent.Carry{}, intent.Undo{},
	intent.Redo{}, intent.JumpTo{}, intent.GoTo{}, intent.Annotate{}, intent.Mark{}, intent.Preview{},
	intent.Say{}, intent.AskCommand{}, intent.AskText{}, intent.Focus{}, intent.Bring{}, intent.Back{},
	intent.Lead{}, intent.Show{}, intent.Keep{}, intent.EndLead{}, intent.EditDag{},
}

// acts are what commands mean that have no type of their own.
func acts(t *testing.T) (all []intent.Intent) {
	t.Helper()
	s := solver.New(t.Context(), solver.Options{})
	t.Cleanup(s.Close)
	for _, c := range append(app.NewCommands(s.Commands()...), author.Command()) {
		if c.Intent != nil {
			all = append(all, c.Meaning())
		}
		if c.Write != nil {
			all = append(all, c.Write("file"))
		}
	}
	if len(all) < 40 {
		t.Fatalf("only %d", len(all))
	}
	return all
}

// Each intent is in the list above, and has an effect.
func TestEachIntentHasAnEffect(t *testing.T) {
	files, err := filepath.Glob("../explore/intent/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	var declared []ast.Decl
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		declared = append(declared, file.Decls...)
	}
	for _, d := range declared {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != "Effect" {
			continue
		}
		name := f.Recv.List[0].Type.(*ast.Ident).Name
		at := slices.IndexFunc(all, func(i intent.Intent) bool { return reflect.TypeOf(i).Name() == name })
		if at < 0 {
			t.Errorf("the test does not know intent.%s", name)
		} else if all[at].Effect() == 0 {
			t.Errorf("intent.%s has no effect: nobody could ever mean it", name)
		}
	}
}

// madeUp is an intent that was forgotten.
type madeUp struct{ effect intent.Effect }

func (m madeUp) Effect() intent.Effect { return m.effect }

// leaders gives one of each that leads a user.
func leaders(t *testing.T) map[string]layer.Leader {
	t.Helper()
	disk := &files.Disk{}
	c := class.New()
	by := map[string]layer.Leader{"board": c.Board(c.Onlooker(), class.Invitation{}, func() int {
		return 0
	}, nil), "follower": c.Follow(c.Onlooker()),
		"watching": c.Watch(false), "watching lecturer": c.Watch(true)}
	var err error
	if by["lesson"], err = (presenter.Library{Files: disk}).Open(context.Background(), "rules"); err != nil {
		t.Fatal(err)
	}
	if by["puzzle"], err = puzzle.NewLibrary(disk, nil).Open(context.Background(), "bat-22"); err != nil {
		t.Fatal(err)
	}
	by["what if"] = change.NewWhatIf(context.Background(), change.Environment{})
	by["editing"] = change.NewEditing(context.Background(), change.Options{})
	return by
}

// An intent with an effect outside of what a leader allows is refused, also one that
// was forgotten; only the leader is asked about the others.
func TestWhoLeadsRefusesWhatNobodyThoughtOf(t *testing.T) {
	for name, by := range leaders(t) {
		m := app.New(app.Options{Dag: uitest.Sample(t, "bat"), Files: &files.Disk{}, Leader: by})
		_ = m.Init() // what it waits for never comes
		_, _ = m.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
		asked := slices.Concat(all, acts(t))
		for e := intent.Effect(1); e != 0; e <<= 1 {
			asked = append(asked, madeUp{e})
		}
		for _, i := range append(asked, madeUp{0}) {
			if i.Effect().Within(by.Allows()) {
				continue
			}
			_, _ = m.Update(tea.KeyMsg{Type: tea.KeyF20}) // no message is left
			before := m.Session().Revision()
			_, _ = m.Update(app.Intents{i})
			foot := m.View()[strings.LastIndex(m.View(), "\n")+1:]
			if strings.Contains(foot, "solver here") || strings.TrimSpace(foot) == "" || m.Session().
				Revision() != before {
				t.Errorf("%s does not refuse %T %v: %s", name, i, i, foot)
			}
			if by.Refuses(nil, i) == "" && name != "follower" && i.Effect() != 0 &&
				i.Effect() < intent.Leaves<<1 {
				t.Errorf("%s gives no reason against %T %v", name, i, i)
			}
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
