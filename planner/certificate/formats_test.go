package certificate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"facet/model"
)

// TestAnotherCheckersReading: what docs/certificates.md says of fingerprints and of long labels,
// written down once more without the program's own code.
func TestAnotherCheckersReading(t *testing.T) {
	g := path(t, 2, 3)
	g.Edges[0] = model.Edge{Source: 0, Target: 1, HasModel: true, Tangent: 4, Adjoint: 5,
		TangentCurve: model.Curve{Width: 1}}
	text := "\"0\" 2\n\"1\" 3\n0 1 4 5 false true\ncurves 0 1 0 0 1 0\n"
	if sum := sha256.Sum256([]byte(text)); g.Fingerprint() != hex.EncodeToString(sum[:])[:32] {
		t.Error("a width of 1 is no line of the fingerprint")
	}
	sizes := make([]int64, 82)
	for k := range sizes {
		sizes[k] = 1
	}
	long := path(t, sizes...)
	start := model.NewState(long)
	s, label := start, ""
	for k := range len(sizes) - 2 {
		var u, v model.Z = -1, -1
		for _, z := range s.Vertices() {
			if s.Source(z) == 0 {
				u = z
			} else if s.Source(z) == k+1 {
				v = z
			}
		}
		label = model.OpTarget(s, model.Eliminate(model.Face{U: u, V: v}, model.MUL))
		wants := fmt.Sprintf("(0 %d)(%d %d)", k+1, k+1, k+2)
		if k+2 < 64 { // vertices of the path
			wants = "(0"
			for j := 1; j <= k+1; j++ {
				wants += fmt.Sprint(" ", j)
			}
			wants += fmt.Sprintf(")(%d %d)", k+1, k+2)
		}
		if label != wants {
			t.Fatalf("%s is named %s", wants, label)
		}
		var err error
		if s, _, err = model.Replay(s,
			[]model.Op{model.Eliminate(model.Face{U: u, V: v}, model.MUL)}); err != nil {
			t.Fatal(err)
		}
	}
	if !s.Done() || label != "(0 80)(80 81)" {
		t.Errorf("the last step is %s", label)
	}
}
