package terminal

import (
	"io"
	"slices"
	"strings"
	"testing"
)

// pieces is a terminal that gives one piece at each reading.
type pieces struct {
	File
	left []string
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.left) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.left[0])
	if p.left[0] = p.left[0][n:]; p.left[0] == "" {
		p.left = p.left[1:]
	}
	return n, nil
}

func read(t *testing.T, left ...string) string {
	t.Helper()
	text, err := io.ReadAll(Keyboard(&pieces{left: slices.Clone(left)}))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Everything that is whole gets through as it is, wherever the readings cut it.
func TestKeyboardPassesKeys(t *testing.T) {
	for _, left := range [][]string{
		{"abc"}, {"\x1b"}, {"\x1b[A"}, {"\x1b", "[A"}, {"\x1b[200~text\x1b[201~q"}, {"\x1b[20"}, {"\x1b[20", "0~te", "xt\x1b[2", "01~", "q"}, {"\x03"}, {"é", "\xc3", "\xa9"},
	} {
		if got, want := read(t, left...), strings.Join(left, ""); got != want {
			t.Errorf("%q became %q", left, got)
		}
	}
}

// A paste whose end never comes is ended by Esc and by ctrl+c, and the keys are
// there again.
func TestKeyboardEndsAPaste(t *testing.T) {
	if got := read(t, "\x1b[200~text", "\x1b", "q"); got != "\x1b[200~text\x1b[201~\x1bq" {
		t.Errorf("Esc: %q", got)
	}
	if got := read(t, "\x1b[200~text", "\x03"); got != "\x1b[200~text\x1b[201~\x03" {
		t.Errorf("ctrl+c: %q", got)
	}
}

// A paste of any length is cut, and ends where it ended.
func TestKeyboardCutsAPaste(t *testing.T) {
	got := read(t, "\x1b[200~", strings.Repeat("x", 10*MostPasted), "\x1b[201~q")
	if want := "\x1b[200~" + strings.Repeat("x", MostPasted) + "\x1b[201~q"; got != want {
		t.Errorf("%d bytes came, wanted %d", len(got), len(want))
	}
}
