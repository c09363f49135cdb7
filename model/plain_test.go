package model

import "testing"

func TestPlain(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "a b": true, "größe": true, "e\u0301": true, "速度": true, "😀": true, "→": true,
		"\x00": false, "\n": false, "\x1b": false, "\x7f": false, "\u009b": false, "\x9b": false,
		"\ufffd": false,
		"\u202e": false, "\u2066": false, "\u200b": false, "\u200d": false, "\u00ad": false, "\ufeff": false,
		"\u3164": false,
		"\u00a0": false, "\U0001f1e9\U0001f1ea": false, "\U0001f44d\U0001f3fd": false, "\u2764\ufe0f": false,
		"\u0301": false, "e\u0301\u0301\u0301": false, "1\u20e3": false, "\U000e0041": false,
		"\u1100\u1161": false,
	} {
		if got := IsPlain(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
		if g := QuoteID(text); !IsPlain(g) {
			t.Errorf("%q is written as %q", text, g)
		}
	}
}

// An id that is quoted comes back as it was.
func TestQuotedIDsComeBack(t *testing.T) {
	for _, id := range []string{"a\u202eb", "\U0001f44d\U0001f3fd", "e\u0301\u0301\u0301", "速\u3164",
		"\x1b]52;c;aGk=\a"} {
		tokens, err := tokenize(QuoteID(id))
		if err != nil || len(tokens) != 1 || tokens[0].text != id {
			t.Errorf("%q: %v %v", id, tokens, err)
		}
	}
}
