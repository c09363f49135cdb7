package launch_test

import (
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"facet/model"
	"facet/ui/cli/launch"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/terminal"
	"facet/ui/uitest"
)

// typist is a terminal that sends a text in parts to a program that is at rest, and then
// nothing more.
type typist struct {
	text string
	cuts []byte // lengths of the parts; the rest is one
	gone bool
}

func (t *typist) Read(buffer []byte) (int, error) {
	if !t.gone {
		t.gone = true
		time.Sleep(time.Second)
	}
	if t.text == "" {
		time.Sleep(time.Second)
		return 0, io.EOF
	}
	part := t.text
	if len(t.cuts) > 0 {
		part, t.cuts = part[:min(len(part), max(1, int(t.cuts[0])))], t.cuts[1:]
	}
	n := copy(buffer, part)
	t.text = t.text[n:]
	return n, nil
}

// shown is the explorer's frame after what a terminal has sent, and its session.
func shown(t *testing.T, g *model.Dag, text string, cuts []byte) (frame, saved string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		getenv := func(string) string { return "" }
		m := app.New(app.Options{Dag: g, Theme: style.New(style.Mono, true, getenv)})
		seat := terminal.Terminal{In: &typist{text: text, cuts: cuts}, Out: io.Discard, Getenv: getenv,
			Width: 80, Height: 24}
		ctx, leave := context.WithTimeout(t.Context(), 3*time.Second)
		defer leave()
		if err := launch.Show(ctx, m, seat, 30); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Minute) // until what ticks has ended by itself
		session, err := m.Session().MarshalJSON()
		if err != nil {
			t.Error(err)
		}
		frame, saved = m.View(), string(session)
	})
	return frame, saved
}

// Nothing that a terminal answers is carried out: not the answers that terminals are known
// to give, and no string of any bytes, cut anywhere, ended or not. What follows is a key.
func TestAnswersChangeNoSession(t *testing.T) {
	g := uitest.Sample(t, "bat")
	frame, saved := shown(t, g, "", nil)
	answers := strings.Join([]string{
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
	}, "")
	random := rand.New(rand.NewPCG(1, 2))
	for _, text := range []string{answers, strings.Repeat(answers, 5), anyStrings(random, 300)} {
		var cuts []byte // the first text is whole
		for len(text) > len(answers) && len(cuts) < len(text) {
			cuts = append(cuts, byte(random.IntN(5)))
		}
		if now, then := shown(t, g, text, cuts); now != frame || then != saved {
			t.Errorf("after %q in %v the session is %s, and the frame\n%s", text, cuts, then, now)
		}
	}
	if now, then := shown(t, g, answers+"\r", nil); now == frame || then == saved {
		t.Error("Enter changes nothing any more")
	}
}

// anyStrings are strings of a terminal with any bytes, keys often.
func anyStrings(random *rand.Rand, n int) (text string) {
	const keys = "\r\x1b[]aemuvqPX^_?:;/ \t\x03\x1a"
	for range n {
		var body strings.Builder
		for range random.IntN(30) {
			if random.IntN(2) == 0 {
				body.WriteByte(byte(random.IntN(256)))
			} else {
				body.WriteByte(keys[random.IntN(len(keys))])
			}
		}
		inside := strings.NewReplacer("\a", "", "\\", "").Replace(body.String())
		end := []string{"\x1b\\", "\a", ""}[random.IntN(3)]
		text += "\x1b" + string("]P_^X"[random.IntN(5)]) + inside + end
	}
	return text
}
