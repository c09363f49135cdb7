package style

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"facet/model"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"bat": "bat", "a\x1b]52;c;aGk=\ab": "a?]52;c;aGk=?b", "\u009b31mred": "?31mred", "\x9b2J": "?2J",
		"\u202etxt.exe": "?txt.exe", "two\nlines\tof": "two lines of", "no\u00a0break": "no break",
		"\U0001f1e9\U0001f1ea": "DE", "\U0001f44d\U0001f3fd": "\U0001f44d?", "e\u0301": "e\u0301",
		"\u3164": "?", "\x7f": "?",
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	long := Message("the vertex " + strings.Repeat("x", 100_000) + " is twice")
	if len(long) > 200 || !strings.Contains(long, "…") || !strings.HasSuffix(long, " is twice") {
		t.Errorf("%d bytes: %.300s", len(long), long)
	}
}

// Whatever is printable is as wide as its characters, however a terminal counts
// them: alone, or together.
func TestWidthsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := Printable(rapid.String().Draw(t, "text"))
		if !model.IsPlain(text) {
			t.Fatalf("%q is not plain", text)
		}
		alone := 0
		for _, r := range text {
			alone += ansi.StringWidth(string(r))
		}
		if together := ansi.StringWidth(text); together != alone {
			t.Fatalf("%q is %d wide, its characters %d", text, together, alone)
		}
		if strings.ContainsAny(text, "\x1b\u009b\n") {
			t.Fatalf("%q", text)
		}
	})
}

// The same for each character between others, of which some would join with it.
func TestEveryCharacterStandsAlone(t *testing.T) {
	for _, frame := range []string{"a", "가", "क", "😀"} {
		around := ansi.StringWidth(frame)
		for r := rune(0x80); r < 0x20000; r++ {
			if text := frame + string(r) + frame; model.IsPlain(text) {
				if got, want := ansi.StringWidth(text), 2*around+ansi.StringWidth(string(r)); got != want {
					t.Errorf("%q (%U) is %d wide, its characters %d", text, r, got, want)
				}
			}
		}
	}
}

// Characters may come in parts.
func TestWriter(t *testing.T) {
	for step := 1; step < 5; step++ {
		var b bytes.Buffer
		w := &PrintableWriter{Out: &b}
		text := "größe\t→\n\x1b[2Jx\u009by\xff"
		for len(text) > 0 {
			n := min(step, len(text))
			if got, err := w.Write([]byte(text[:n])); got != n || err != nil {
				t.Fatal(got, err)
			}
			text = text[n:]
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != "größe\t→\n?[2Jx?y?" {
			t.Errorf("in steps of %d: %q", step, got)
		}
	}
}

// What is escaped is read as it was.
func TestEscapes(t *testing.T) {
	const text = "a\u202eb\u009b\U0001f44d\U0001f3fd→"
	var b bytes.Buffer
	if err := json.NewEncoder(EscapedJSON(&b)).Encode(text); err != nil {
		t.Fatal(err)
	}
	var back string
	if err := json.Unmarshal(b.Bytes(), &back); err != nil || back != text ||
		!model.IsPlain(strings.TrimSpace(b.String())) {
		t.Errorf("%q is %q: %v", b.String(), back, err)
	}
	b.Reset()
	if err := xml.NewEncoder(EscapedXML(&b)).Encode(text); err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(b.Bytes(), &back); err != nil || back != text || !model.IsPlain(b.String()) {
		t.Errorf("%q is %q: %v", b.String(), back, err)
	}
}

func TestPrintableScreen(t *testing.T) {
	for text, want := range map[string]string{
		"\x1b[1;38:2:1:2:3mred\x1b[0m\n●": "\x1b[1;38:2:1:2:3mred\x1b[0m\n●",
		"\x1b]52;c;aGk=\ax":               "?]52;c;aGk=?x", "\x1b[2J": "?[2J",
		"a\rb\u009bc\u202ed\xff\x1b": "a?b?c?d??", "\x1b[3": "?[3",
	} {
		if got := PrintableScreen(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestLongTextsAreCopiedOnce: what a plan of some thousand operations takes to
// print grows with its length and not with the square of it.
func TestLongTextsAreCopiedOnce(t *testing.T) {
	text := []byte(strings.Repeat("a line of text\n", 10000))
	if n := testing.AllocsPerRun(1, func() { _, _ = EscapedJSON(io.Discard).Write(text) }); n > 100 {
		t.Errorf("%g allocations for 10000 lines", n)
	}
}
