package format

import (
	"context"
	"strings"
	"testing"
)

// asked is a context that ends at a question.
type asked struct {
	context.Context
	questions, last int
}

func (a *asked) Err() error {
	if a.questions++; a.questions < a.last {
		return nil
	}
	return context.Canceled
}

// A reader asks its context within long texts, and before each pattern.
func TestReadersAskWithinLongTexts(t *testing.T) {
	pattern := "rows " + strings.Repeat("0-1;", 100_000) + "0"
	for name, text := range map[string]string{
		"xml": `<graphml><graph edgedefault="directed"><node id="a"><data key="size">2</data></node>` +
			`<node id="b"><data key="size">100001</data></node><edge source="a" target="b">` +
			`<data key="tangent_cost">1</data><data key="adjoint_cost">1</data>` +
			`<data key="pattern">` + pattern + `</data></edge></graph></graphml>`,
		"json": `{"nodes":[{"id":"a","size":2},{"id":"b","size":100001}],"links":[{"source":"a","target":"b",` +
			`"tangent_cost":1,"adjoint_cost":1,"pattern":"` + pattern + `"}]}`,
	} {
		whole := &asked{Context: context.Background(), last: 1 << 30}
		if _, err := ReadContext(whole, name, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		if whole.questions < 2 {
			t.Errorf("%s: %d questions", name, whole.questions)
		}
		for last := 1; last <= whole.questions; last++ {
			a := &asked{Context: context.Background(), last: last}
			_, err := ReadContext(a, name, strings.NewReader(text))
			if want := name + ": interrupted"; err == nil || err.Error() != want {
				t.Errorf("question %d: %v, want %s", last, err, want)
			}
		}
	}
}
