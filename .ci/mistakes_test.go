package ci

import (
	"go/parser"
	"strings"
	"testing"
)

// What is looked up here is wrong where a mistake is named, and right elsewhere.
func (n *names) testMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"NewState makes a [Dag] and a model.State, as Dag.Edges does.": "",
		"NewStates makes a dag.":                   "NewStates",
		"newStates makes a dag.":                   "newStates",
		"A [Dags] or a [Dag].":                     "Dags",
		"A [Dag.Corners] or a [Dag.Edges].":        "Dag.Corners",
		"A [model.Dags] is a dag.":                 "model.Dags",
		"Way.Draw draws it; see [State.Apply].":    "Way.Draw",
		"The planner.Records has it.":              "planner.Records",
		"As strings.Builder, not strings.Builders": "strings.Builders",
		"model/dag.go has it, dog.go has not.":     "dog.go",
		"See docs/planer.md and model/format.":     "docs/planer.md",
	} {
		syntax, err := parser.ParseFile(n.fset, "", "package model\n// "+text+"\nvar x int", parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		check(t, text, want, n.inComments(file{"", syntax, n.folders["model"]}))
	}
	for text, want := range map[string]string{
		"// newState is a state.\nfunc NewState() {}":                       "newState",
		"// NewState gives a state.\nfunc NewState() {}":                    "",
		"type x struct {\n// Ones and Twos are numbers.\nOnes, Others int}": "Twos",
		"type x struct {\n// Keep is a file.\nDirectory int}":               "Keep",
	} {
		syntax, err := parser.ParseFile(n.fset, "", "package model\n"+text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		check(t, text, want, n.subjects(file{"", syntax, nil}))
	}
	for text, want := range map[string]string{
		"`go doc ./model.Dag` and [the map](architecture.md)":    "",
		"`go doc ./model.Dog`":                                   "go doc ./model.Dog",
		"[the map](architect.md)":                                "architect.md",
		"`go test -run 'NewtonIsGone|Sequence' ./model`":         "-run NewtonIsGone",
		"`facet solve --workers 2 bat` or `--classic`":           "",
		"`facet solve --worker 2 bat`":                           "--worker",
		"`facet show --workers 2 bat`":                           "--workers",
		"`--gone`":                                               "--gone",
		"```\nfacet solve --gone bat # --not looked at\n```":     "--gone",
		"```sh\ngo run . generate chain --length 3 --x\n```":     "--x",
		"`planner.Options` has what `bound/cove` needs: `Bound`": "bound/cove",
	} {
		check(t, text, want, n.inDoc("docs/x.md", text))
	}
}

func check(t *testing.T, text, want string, got []string) {
	t.Helper()
	if (want == "") != (len(got) == 0) || len(got) > 1 || len(got) == 1 && !strings.Contains(got[0], ": "+want+": ") {
		t.Errorf("%s\nfound are %q, not %q", text, got, want)
	}
}
