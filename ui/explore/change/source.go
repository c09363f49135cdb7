package change

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/change/dial"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// EditKind is the first word of the [intent.Lead] that opens an editor: on a copy of the
// dag on the screen or, with the argument "new NAME", on an empty dag. A NAME with an
// extension is a file.
const EditKind = "edit"

// writable are the extensions of the formats in which a dag can be written.
var writable = []string{".xml", ".graphml", ".json", ".dot", ".gv"}

// Named splits the name of a dag or file into the dag's name and the file; err says that
// no dag can be written there.
func Named(name string) (dag, file string, err error) {
	name = strings.TrimSpace(name)
	ending := filepath.Ext(name)
	dag = strings.TrimSuffix(filepath.Base(name), ending)
	switch {
	case name == "":
		return "new", "", nil
	case ending == "":
		return name, "", nil
	case dag == "":
		return "", "", fmt.Errorf("%s is no name of a file: put a name before the ending", name)
	}
	for _, e := range writable {
		if strings.EqualFold(e, ending) {
			return dag, name, nil
		}
	}
	return "", "", fmt.Errorf("a dag cannot be written to %s: choose one of the endings %s", name,
		strings.Join(writable, ", "))
}

// whatIfKind is the first word of the [intent.Lead] that opens a what-if.
const whatIfKind = "whatif"

// Sources are the leaders that change a dag.
func (e Environment) Sources() []layer.Source {
	return []layer.Source{e.Source(), {Kind: whatIfKind,
		Commands: []layer.Command{layer.Command{Name: whatIfKind,
			Does:   "other costs of the selected edge, or another size of the vertex",
			Intent: changing(whatIfKind, "")}.On("$").
			Help("Steps", "what if: other costs or size of the selection")},
		Open: func(ctx context.Context, _ string) (layer.Leader, error) {
			return NewWhatIf(context.WithoutCancel(ctx), e), nil
		}}}
}

// changing is the intent to open a leader that changes a dag.
func changing(kind, about string) intent.Intent {
	return layer.Act{Of: intent.Opens | intent.Edits | intent.Judges,
		Do: func(*layer.View) (tea.Cmd, []intent.Intent) {
			return nil, []intent.Intent{intent.Lead{Kind: kind, About: about}}
		}}
}

// Tables are the keys of a dag that is changed.
func Tables() []*layer.Table { return []*layer.Table{table(), dial.Table()} }

// Source opens editors.
func (e Environment) Source() layer.Source {
	return layer.Source{Kind: EditKind,
		Commands: []layer.Command{
			{Name: "new", Args: "a name or file", Does: "draw a new dag; this session stays as it is",
				Intent: changing(EditKind, "new"),
				Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
					_, _, err := Named(arg)
					return changing(EditKind, "new "+arg), err
				}},
			{Name: "edit", Does: "change a copy of the dag; this session stays as it is",
				Intent: changing(EditKind, "")},
		},
		Open: func(ctx context.Context, about string) (layer.Leader, error) {
			o := Options{Environment: e}
			if name, isNew := strings.CutPrefix(about, "new"); isNew {
				var err error
				if o.New, o.File, err = Named(name); err != nil {
					return nil, err
				}
			}
			return NewEditing(context.WithoutCancel(ctx), o), nil
		}}
}
