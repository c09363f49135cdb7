package next

import (
	"testing"

	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// What stands beside an operation claims no more than is known, as docs/words.md has it: no
// loss where none is known, and "at least" before a total that is a bound.
func TestVerdictsFollowTheFacts(t *testing.T) {
	theme := style.New(style.Mono, false, func(string) string { return "" })
	for _, c := range []struct {
		v          layer.Verdict
		then, loss string
	}{
		{layer.Verdict{Then: 32, Exact: true, HasRegret: true}, "32", "0"},
		{layer.Verdict{Then: 36, Exact: true, HasRegret: true, Regret: 4}, "36", "+4"},
		{layer.Verdict{Then: 30}, theme.Signs.AtLeast + "30", ""},
	} {
		if then, loss := verdictText(theme, c.v); then != c.then || loss != c.loss {
			t.Errorf("%+v: %q and %q", c.v, then, loss)
		}
	}
}
