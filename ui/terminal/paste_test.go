package terminal

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"
)

// joined joins the pieces of a paste in what was read.
func joined(s string) string { return strings.ReplaceAll(s, pasteEnd+pasteStart, "") }

// typed returns all that is read from the given parts, with a pause before each. It has the
// keys that were sent after a pause between < and >. No time passes.
func typed(t *testing.T, pause time.Duration, parts ...string) string {
	t.Helper()
	var all strings.Builder
	whole := true // the next part
	synctest.Test(t, func(t *testing.T) {
		k := Keyboard(parted(func(p []byte) (int, error) {
			if len(parts) == 0 {
				return 0, io.EOF
			}
			if whole {
				time.Sleep(pause)
			}
			n := copy(p, parts[0])
			if parts[0], whole = parts[0][n:], n == len(parts[0]); whole {
				parts = parts[1:]
			}
			return n, nil
		}), func(key tea.Msg) { all.WriteString("<" + key.(tea.KeyMsg).String() + ">") })
		buffer := make([]byte, 256)
		for {
			n, err := k.Read(buffer)
			if n > len(buffer) {
				t.Fatal("more than there is room for")
			}
			piece := string(buffer[:n])
			if strings.LastIndex(piece, pasteStart) > strings.LastIndex(piece, pasteEnd) {
				t.Fatal("a paste without an end:", piece)
			}
			all.WriteString(piece)
			if err != nil {
				return
			}
		}
	})
	return all.String()
}

// parted is a terminal whose input comes in parts.
type parted func([]byte) (int, error)

func (p parted) Read(buf []byte) (int, error) { return p(buf) }

func TestPastes(t *testing.T) {
	long := strings.Repeat("größe→", 5_000)
	for _, c := range []struct {
		pause time.Duration
		parts []string
		want  string
	}{
		{0, []string{"abc", "\x1b[A"}, "abc\x1b[A"},
		{0, []string{"a\x1b[200~text\x1b[201~b"}, "a\x1b[200~text\x1b[201~b"},
		{0, []string{"a\x1b[200~te", "xt\x1b[20", "1~b"}, "a\x1b[200~text\x1b[201~b"},
		{0, []string{"\x1b[200~" + long + "\x1b[201~q"}, "\x1b[200~" + long + "\x1b[201~q"},
		{0, []string{"\x1b[200~never ends", " at once"}, "\x1b[200~never ends at once\x1b[201~"},
		{time.Second, []string{"\x1b[200~never ends", "q"}, "\x1b[200~never ends\x1b[201~q"},
		{0, []string{"\x1b[200~\x1b[201~q"}, "q"},
	} {
		if got := joined(typed(t, c.pause, c.parts...)); got != c.want {
			t.Errorf("%.60q: %.200q, want %.200q", c.parts, got, c.want)
		}
	}
}

// Pastes and keys stay the same, whatever parts they come in.
func TestPastesInParts(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var whole, pasted, keys strings.Builder
		for range rapid.IntRange(0, 5).Draw(r, "pastes") {
			key := rapid.StringN(0, 20, 300).Draw(r, "keys")
			text := rapid.StringN(0, 400, 2000).Draw(r, "paste")
			marks := strings.NewReplacer("\x1b", "", "\x03", "")
			key, text = marks.Replace(key), marks.Replace(text)
			whole.WriteString(key + pasteStart + text + pasteEnd)
			keys.WriteString(key)
			pasted.WriteString(text)
		}
		rest := whole.String()
		var parts []string
		for rest != "" {
			n := rapid.IntRange(1, len(rest)).Draw(r, "cut")
			parts = append(parts, rest[:n])
			rest = rest[n:]
		}
		// The marks are not divided, as terminals send them whole.
		for k := 0; k+1 < len(parts); k++ {
			if b := begun([]byte(parts[k]), pasteStart); b > 0 {
				parts[k+1] = parts[k][len(parts[k])-b:] + parts[k+1]
				parts[k] = parts[k][:len(parts[k])-b]
			}
		}
		got := typed(t, 0, parts...)
		var gotKeys, gotPasted strings.Builder
		for got != "" {
			before, after, found := strings.Cut(got, pasteStart)
			gotKeys.WriteString(before)
			if !found {
				break
			}
			text, next, _ := strings.Cut(after, pasteEnd)
			gotPasted.WriteString(text)
			got = next
		}
		if gotKeys.String() != keys.String() || gotPasted.String() != pasted.String() {
			r.Fatalf("%q and %q", gotKeys.String(), gotPasted.String())
		}
	})
}

// Input that a slow program reads late was typed in time: the rest of a paste stays part
// of it.
func TestALatePasteIsNoKeys(t *testing.T) {
	late := 2 * silence
	if got := joined(typed(t, late, "\x1b[200~"+strings.Repeat("x", 100), strings.Repeat("y", 100),
		"q\x1b[201~z")); got != "\x1b[200~"+strings.Repeat("x", 100)+strings.Repeat("y", 100)+"q\x1b[201~z" {
		t.Errorf("read %q", got)
	}
}
