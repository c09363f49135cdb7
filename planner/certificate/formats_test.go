package certificate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"facet/model"
)

// asEarlier gives a certificate of format 4 the names of an earlier format.
func asEarlier(text, format string) string {
	names := []string{Format, format, `"resources"`, `"` + earlierResources + `"`}
	for name, today := range earlier {
		if today != "" {
			names = append(names, `"`+today+`"`, `"`+name+`"`)
		}
	}
	return strings.NewReplacer(names...).Replace(text)
}

// Each format has its own names of members, and format 2 cannot fix resources.
func TestNamesOfFormats(t *testing.T) {
	whole := strings.Replace(good(t), `}]}]`, `}],"inequalities":[["prefix",0,0,2,1,0]]}]`, 1)
	for _, format := range []string{format2, format3} {
		text := asEarlier(whole, format)
		for name, today := range map[string]string{"items": "resources", "words": "paths", "shares": "prices", "rules": "inequalities"} {
			for _, test := range []struct{ text, old, new string }{{text, name, today}, {whole, today, name}} {
				if _, err := Read(strings.NewReader(test.text)); err != nil {
					t.Fatalf("%v in %s", err, test.text)
				}
				changed := strings.Replace(test.text, `"`+test.old+`":`, `"`+test.new+`":`, 1)
				_, err := Read(strings.NewReader(changed))
				if want := `there is no member "` + test.new + `"`; err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%v, want %q, in %s", err, want, changed)
				}
			}
		}
	}
	fixing := strings.Replace(whole, `"proof":0`, `"proof":[[0,0],0]`, 1)
	for format, want := range map[string]string{Format: "", format3: "", format2: "fixes resources at zero, which"} {
		text := fixing
		if format != Format {
			text = asEarlier(fixing, format)
		}
		if _, err := Read(strings.NewReader(text)); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", format, err, want)
		}
	}
}

// TestAnotherCheckersReading: what docs/formats.md says of fingerprints and of long labels,
// written down once more without the program's own code.
func TestAnotherCheckersReading(t *testing.T) {
	g := path(t, 2, 3)
	g.Edges[0] = model.Edge{Source: 0, Target: 1, HasModel: true, Tangent: 4, Adjoint: 5, TangentCurve: model.Curve{Width: 1}}
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
		if s, _, err = model.Replay(s, []model.Op{model.Eliminate(model.Face{U: u, V: v}, model.MUL)}); err != nil {
			t.Fatal(err)
		}
	}
	if !s.Done() || label != "(0 80)(80 81)" {
		t.Errorf("the last step is %s", label)
	}
}
