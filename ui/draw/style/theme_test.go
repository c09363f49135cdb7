package style

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/model"
)

func env(pairs ...string) func(name string) string {
	return func(name string) string {
		for k := 0; k < len(pairs); k += 2 {
			if pairs[k] == name {
				return pairs[k+1]
			}
		}
		return ""
	}
}

func TestNumber(t *testing.T) {
	cases := map[model.Cost]string{
		0: "0", 9999: "9999", 10000: "10 000", 123456: "123 456", 4912999465: "4 912 999 465",
		model.Saturated: ">9.2e18",
	}
	for c, want := range cases {
		if got := Number(c); got != want {
			t.Errorf("%d: %q, want %q", int64(c), got, want)
		}
	}
	if got := Count(-12345); got != "-12 345" {
		t.Errorf("%q", got)
	}
}

func TestAuto(t *testing.T) {
	cases := []struct {
		env  func(name string) string
		want Kind
	}{
		{env("TERM", "xterm-256color"), Middle},
		{env("TERM", "xterm-256color", "COLORFGBG", "15;0"), Dark},
		{env("TERM", "xterm-256color", "COLORFGBG", "0;15"), Light},
		{env("TERM", "xterm-256color", "COLORFGBG", "0;default;7"), Light},
		{env("TERM", "xterm-256color", "COLORFGBG", "default;default"), Middle},
		{env("TERM", "xterm", "NO_COLOR", "1"), Mono},
		{env("TERM", "dumb"), Mono},
	}
	for _, c := range cases {
		if got := New(Auto, false, c.env).kind; got != c.want {
			t.Errorf("%v, want %v", got, c.want)
		}
	}
	if !New(Auto, false, env("TERM", "dumb")).ASCII || !New(Auto, false, env("TERM", "xterm", "LC_ALL", "C")).
		ASCII {
		t.Error("a dumb terminal and the C locale need ASCII")
	}
	if New(Auto, false, env("TERM", "xterm", "LANG", "de_DE.UTF-8")).ASCII {
		t.Error("UTF-8 needs no ASCII")
	}
}

func TestParseKind(t *testing.T) {
	if k, err := ParseKind("Light"); err != nil || k != Light {
		t.Error(k, err)
	}
	_, err := ParseKind("pink")
	if err == nil || err.Error() != `no theme is called "pink": there are auto, light, dark, mono` {
		t.Error(err)
	}
}

// Without colours nothing is sent that sets one.
func TestNoColour(t *testing.T) {
	plain := New(Dark, false, env("TERM", "xterm-256color", "NO_COLOR", "1"))
	for i := range roleCount {
		if text := plain.Paint(i, "x"); strings.Contains(text, "[3") || strings.Contains(text, "[4") &&
			i != Related {
			t.Errorf("role %d sends %q", i, text)
		}
	}
}

// No style sets a background, or hard black or white.
func TestGentleColours(t *testing.T) {
	for _, kind := range []Kind{Light, Dark, Middle} {
		for _, depth := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI} {
			th := Make(kind, false, depth)
			for i := range roleCount {
				if i == Paper { // both colours are its own
					continue
				}
				text := th.Paint(i, "x")
				for _, hard := range []string{"[40m", "[47m", "[30m", "[37m", "[97m", ";30m", ";37m", ";97m",
					"48;"} {
					if strings.Contains(text, hard) {
						t.Errorf("%v role %d sends %q", kind, i, text)
					}
				}
			}
		}
	}
}

func TestFramesFit(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		th := Make(Mono, ascii, termenv.Ascii)
		for _, f := range []Frame{Box, Rule} {
			for width := 4; width < 60; width++ {
				rows := th.Draw(f, "a pane", "price  sum", []string{"x", strings.Repeat("宽", 40)}, width, 6,
					width%2 == 0)
				if len(rows) != 6 {
					t.Fatalf("%d rows", len(rows))
				}
				for _, r := range rows {
					if Width(r) != width {
						t.Fatalf("%d cells instead of %d: %q", Width(r), width, r)
					}
				}
			}
		}
	}
}

func TestClip(t *testing.T) {
	th := Make(Mono, false, termenv.Ascii)
	cases := []struct{ got, want string }{
		{th.Clip("abcdef", 4), "abc…"}, {th.Clip("abc", 4), "abc"}, {th.Left("ab", 4), "ab  "},
		{th.Right("ab", 4), "  ab"},
		{th.ClipMiddle("(0,1,2,3,4,5,6)", 9), "(0,1…5,6)"}, {th.Spread("left", "right", 12), "left   right"},
		{Printable("a\x1b[2Jb\x00"), "a?[2Jb?"}, {th.Meter(0.5, 4), "██"}, {th.Meter(2, 3), "███"},
		{Crop("abcdef", 3), "abc"},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
