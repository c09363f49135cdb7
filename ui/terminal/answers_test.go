package terminal

import (
	"io"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// answers are what terminals answer, each of a kind of its own.
var answers = []string{
	"\x1b]11;rgb:1414/1919/1f1f\x1b\\",
	"\x1b]11;rgb:ffff/ffff/ffff\x07",
	"\x1b]10;rgb:d0d0/d0d0/d0d0\x1b\\",
	"\x1b]4;1;rgb:aaaa/bbbb/cccc\x1b\\",
	"\x1b]52;c;QmF0IGVsaW0=\x1b\\",
	"\x1bP>|tmux 3.5a\x1b\\",
	"\x1bP1$r0m\x1b\\",
	"\x1bP1+r5463\x1b\\",
	"\x1bP!|00000000\x1b\\",
	"\x1b_Gi=31;OK\x1b\\",
	"\x1b^a message\x1b\\",
	"\x1bXa string\x1b\\",
	"\x1b]l\u015c\u009d\x1b\\", // characters with the bytes of ST and OSC in eight bits
}

// An answer is swallowed, and the keys around it are not, wherever the reads cut it.
func TestAnswersAreNoKeys(t *testing.T) {
	for _, answer := range answers {
		whole := "a" + answer + "ü\x1b[A" + answer + answer + "z"
		for at := range len(whole) {
			if got := typed(t, 0, whole[:at+1], whole[at+1:]); got != "aü\x1b[Az" {
				t.Errorf("%q, cut at %d, became %q", whole, at+1, got)
			}
		}
		if got := typed(t, pause-1, strings.Split(answer, "")...); got != "" {
			t.Errorf("%q, sign by sign, became %q", answer, got)
		}
	}
}

// An answer that never ends is over after a pause, and so is one that a slow line brings in
// parts when it ends.
func TestAnswersEndWithAPause(t *testing.T) {
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{[]string{"\x1b]11;rgb:", "q"}, "q"},
		{[]string{"\x1b]11;rgb:\x1b", "q"}, "q"},
		{[]string{"\x1bP1$r", "\x1b[A", "é"}, "\x1b[Aé"},
		{[]string{"\x1b]11;rgb:1414/", "1f1f\x1b\\q"}, "q"},
		{[]string{"\x1b]11;rgb:1414\x1b", "\\q"}, "q"},
		{[]string{"\x1b]52;c;", strings.Repeat("QmF0", 100), "q"}, "q"},
		{[]string{"\x1b]52;c;" + pasteStart + "te", "xt" + pasteEnd + "q"}, pasteStart + "text" + pasteEnd +
			"q"},
	} {
		if got := joined(typed(t, 2*pause, c.parts...)); got != c.want {
			t.Errorf("%q became %q, want %q", c.parts, got, c.want)
		}
	}
}

// What begins a sequence and is alone for a pause was pressed.
func TestKeysThatBeginSequences(t *testing.T) {
	for key, want := range map[string]string{
		"\x1b": "<esc>", "\x1b]": "<alt+]>", "\x1bP": "<alt+P>", "\x1b_": "<alt+_>", "\x1b^": "<alt+^>",
		"\x1bX": "<alt+X>", "\x1b[": "<alt+[>", "\x1bO": "<alt+O>", "\x1bp": "\x1bp", "\x1b[7$": "\x1b[7$",
	} {
		if got := typed(t, 2*pause, key, "q", key, key, "q"); got != want+"q"+want+want+"q" {
			t.Errorf("%q became %q", key, got)
		}
	}
}

// A key or an answer of the kind CSI that a read cuts off is put together.
func TestKeysInParts(t *testing.T) {
	for _, key := range []string{
		"\x1b[A", "\x1bOP", "\x1b[15~", "\x1b[<35;120;40M", "\x1b[?62;22c", "\x1b[?2026;2$y", "\x1b[12;40R",
		"\x1b[I",
	} {
		buffer := make([]byte, 256)
		for at := 1; at < len(key); at++ {
			parts := []string{key[:at], key[at:]}
			k := Keyboard(parted(func(p []byte) (int, error) {
				n := copy(p, parts[0])
				parts = parts[1:]
				return n, nil
			}), func(tea.Msg) {})
			if before, _ := k.Read(buffer); before > 0 {
				t.Errorf("%q was passed on before %q", buffer[:before], parts[0])
			}
		}
		if got := joined(typed(t, 0, strings.Split(key, "")...)); got != key {
			t.Errorf("%q became %q", key, got)
		}
	}
}

// A paste keeps what looks like an answer.
func TestAnswersInAPaste(t *testing.T) {
	for _, answer := range answers {
		whole := pasteStart + "a" + answer + "z" + pasteEnd
		for at := len(pasteStart); at < len(whole); at++ {
			if got := joined(typed(t, 0, whole[:at], whole[at:], "q")); got != whole+"q" {
				t.Errorf("%q, cut at %d, became %q", whole, at, got)
			}
		}
	}
}

// Characters with bytes that are control characters in eight bits are no sequences.
func TestCharactersAreNoSequences(t *testing.T) {
	const text = "\u015c\u015d\u0110\u011f\u0098\u009d\u009eŜĝ→"
	if got := typed(t, 0, text+text); got != text+text {
		t.Errorf("read %q", got)
	}
}

// An answer without an end is not kept.
func TestAnEndlessAnswerIsNotKept(t *testing.T) {
	left := 100_000
	k := &keyboard{in: parted(func(p []byte) (int, error) {
		if left--; left == 0 {
			return 0, io.EOF
		}
		return copy(p, "\x1b]"+strings.Repeat("x\x1b[200", 50)), nil
	}), last: time.Now()}
	buffer := make([]byte, 256)
	for {
		n, err := k.Read(buffer)
		if n > 0 || len(k.carry) >= len(pasteStart) {
			t.Fatalf("passed on %q, and keeps %q", buffer[:n], k.carry)
		}
		if err != nil {
			return
		}
	}
}

// Whatever a string has in it, and wherever it is cut, nothing of it is a key; what follows
// its end, or a pause, is.
func FuzzAnswers(f *testing.F) {
	for _, answer := range answers {
		f.Add(answer[1], []byte(answer[2:]), []byte{1, 2, 3})
	}
	f.Add(byte(']'), []byte("\x1b\x1b[Aq\x03"), []byte{})
	f.Fuzz(func(t *testing.T, kind byte, text, cuts []byte) {
		begin := "\x1b" + string(introducers[int(kind)%len(introducers)])
		// Its end and the beginning of a paste are not part of it.
		body := strings.NewReplacer("\a", "", "\\", "", "~", "").Replace(string(text))
		for _, end := range []string{"\a", stringEnd} {
			if got := typed(t, 0, parts(begin+body+end+"qü", cuts)...); got != "qü" {
				t.Errorf("%q in %v became %q", begin+body+end+"qü", cuts, got)
			}
		}
		if got := typed(t, 0, parts(begin+"."+body, cuts)...); got != "" {
			t.Errorf("%q in %v became %q", begin+"."+body, cuts, got)
		}
		if got := typed(t, 2*pause, begin+"."+body, "q"); got != "q" {
			t.Errorf("%q and a pause became %q", begin+"."+body, got)
		}
	})
}

// parts cuts a text into parts of the given lengths, the last of which is repeated.
func parts(text string, lengths []byte) (all []string) {
	n := len(text)
	for k := 0; text != ""; k++ {
		if k < len(lengths) {
			n = max(1, int(lengths[k]))
		}
		n = min(n, len(text))
		all, text = append(all, text[:n]), text[n:]
	}
	return all
}
