package files

import (
	"testing"

	"facet/model"
)

// Any content is recognized or refused, and never causes a panic.
func FuzzInput(f *testing.F) {
	for _, text := range []string{"1 2 3 4", "# x\nACC TAN (-1 1) 4 # note",
		`{"facet":"session","version":1}`, `{"sequence":[{"op":"ACC"}]}`,
		"elapsed time: 1\n\nelimination sequence\n (operation mode\n ACC TAN (-1 1)\n", "digraph { a -> b }",
		"dag bat"} {
		f.Add([]byte(text))
	}
	in, err := new(Disk).Open(f.Context(), "bat")
	if err != nil {
		f.Fatal(err)
	}
	bat, err := in.Dag(f.Context())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		in := &Input{Name: "f", Kind: kindOf("f", content), Content: content}
		_, _ = in.Dag(t.Context())
		_, _ = in.Session()
		steps, err := in.Steps(model.NewState(bat))
		if err != nil {
			return
		}
		state := model.NewState(bat)
		for _, s := range steps {
			if state, _, err = state.Apply(s.Op); err != nil {
				t.Fatal(err)
			}
		}
	})
}
