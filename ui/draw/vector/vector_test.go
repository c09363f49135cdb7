package vector_test

import (
	"strings"
	"testing"

	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/draw/vector"
)

// Lengths are short, and texts of files are safe in XML and keep their order.
func TestText(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 16: "16", 0.25: "0.2", -3.96: "-4", 1e6: "1000000"} {
		if got := vector.Num(x); got != want {
			t.Errorf("%v is written %s, want %s", x, got, want)
		}
	}
	for text, want := range map[string]string{
		"(1,2)": "(1,2)",
		"<a&b>": "&lt;a&amp;b&gt;",
		"\x1b[": "?[",
		"(א,ב)": "(\u200eא\u200e,\u200eב\u200e)",
	} {
		if got := vector.Escape(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}

// Every class has a colour on every paper, and what is selected another than what is new;
// in grey both are black, and shapes tell them apart.
func TestShades(t *testing.T) {
	for _, kind := range []style.Kind{style.Light, style.Middle, style.Dark, style.Mono} {
		s := vector.ShadesOf(kind)
		if css := s.CSS(); strings.Contains(css, ":}") || strings.Contains(css, ":;") ||
			strings.Contains(css, "%!") {
			t.Errorf("%v: a class without a colour: %s", kind, css)
		}
		if same := s.Line(picture.Newborn) == s.Line(picture.Selected); same != (kind == style.Mono) {
			t.Errorf("%v: new and selected lines are alike: %v", kind, same)
		}
		if s.Fill("full") == s.Fill("sum") || s.Fill("") != s.Paper {
			t.Errorf("%v: boxes are alike", kind)
		}
	}
}
