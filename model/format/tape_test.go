package format_test

import (
	"bytes"
	"strings"
	"testing"

	"facet/model/format"
	"facet/model/modeltest"
)

// The tape of an edge is written and read by each form that has attributes.
func TestTape(t *testing.T) {
	g := modeltest.Sample(t, "lion")
	g.Edges[1].Tape = 7
	for form, write := range map[string]func(*bytes.Buffer) error{
		"graphml": func(b *bytes.Buffer) error { return format.WriteGraphML(b, g) },
		"dot":     func(b *bytes.Buffer) error { return format.WriteDOT(b, g) },
		"json":    func(b *bytes.Buffer) error { return format.WriteJSON(b, g) },
	} {
		var text bytes.Buffer
		if err := write(&text); err != nil {
			t.Fatal(err)
		}
		again, err := format.Read(form, bytes.NewReader(text.Bytes()))
		if err != nil || again.Edges[1].Tape != 7 || again.Edges[0].Tape != 0 ||
			len(again.Edges[1].Extra) > 0 {
			t.Errorf("%s: %v, %+v", form, err, again.Edges)
		}
		wrong := strings.NewReplacer("tape=7", "tape=-7", `"tape": 7`, `"tape": -7`, `"tape":7`, `"tape":-7`,
			">7<", ">-7<").Replace(text.String())
		if _, err := format.Read(form, strings.NewReader(wrong)); err == nil ||
			!strings.Contains(err.Error(), "tape") {
			t.Errorf("%s: a negative tape gives %v", form, err)
		}
	}
}
