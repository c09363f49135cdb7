package terminal

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"

	tea "github.com/charmbracelet/bubbletea"
)

// glass is a terminal that interprets just what a Screen writes.
type glass struct {
	rows, columns int
	cells         [][]rune
	y, x          int
	all           bytes.Buffer
	held          chan struct{} // reading waits until it is closed; nil for no wait
	writes        int
}

func newGlass(columns, rows int) *glass {
	g := &glass{rows: rows, columns: columns}
	for range rows {
		g.cells = append(g.cells, []rune(strings.Repeat(".", columns)))
	}
	return g
}

func (g *glass) Write(p []byte) (int, error) {
	if g.held != nil {
		<-g.held
	}
	g.writes++
	g.all.Write(p)
	text := []rune(string(p))
	for k := 0; k < len(text); k++ {
		switch c := text[k]; {
		case c == '\r':
			g.x = 0
		case c == '\n':
			g.y = min(g.y+1, g.rows-1)
		case c == '\x1b' && text[k+1] == '[':
			end := k + 2
			for text[end] < '@' {
				end++
			}
			g.sequence(string(text[k+2:end]), text[end])
			k = end
		case g.x < g.columns:
			g.cells[g.y][g.x] = c
			g.x++
		}
	}
	return len(p), nil
}

func (g *glass) sequence(argument string, what rune) {
	erase := func(y, from int) {
		for x := from; x < g.columns; x++ {
			g.cells[y][x] = ' '
		}
	}
	switch what {
	case 'H':
		y, x := 1, 1
		_, _ = fmt.Sscanf(argument, "%d;%d", &y, &x)
		g.y, g.x = y-1, x-1
	case 'K':
		erase(g.y, g.x)
	case 'J':
		from := g.y
		if argument == "2" {
			from = 0
		}
		for y := from; y < g.rows; y++ {
			erase(y, 0)
		}
	}
}

func (g *glass) text() string {
	var b strings.Builder
	for _, row := range g.cells {
		b.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// After any frames the terminal shows the last one; unchanged rows are not written again,
// and each change is written in one piece.
func TestScreenShowsTheLastFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dice := rand.New(rand.NewPCG(1, 2))
		const columns, rows = 12, 6
		g := newGlass(columns, rows)
		s := NewScreen(Terminal{Out: g}, nil)
		s.heard(tea.WindowSizeMsg{Width: columns, Height: rows})
		for range 2000 {
			var lines []string
			for range 1 + dice.IntN(rows) {
				lines = append(lines, strings.Repeat(string(rune('a'+dice.IntN(3))), dice.IntN(columns+3)))
			}
			frame := strings.Join(lines, "\n")
			if dice.IntN(10) == 0 {
				s.heard(tea.ClearScreen())
			}
			if dice.IntN(10) == 0 {
				s.heard(tea.WindowSizeMsg{Width: columns, Height: rows})
			}
			s.show(frame)
			synctest.Wait()
			for k := range lines {
				lines[k] = lines[k][:min(columns, len(lines[k]))]
			}
			if want := strings.TrimRight(strings.Join(lines, "\n"), "\n"); g.text() != want {
				t.Fatalf("%q is shown as %q", want, g.text())
			}
			before := g.all.Len()
			s.show(frame)
			synctest.Wait()
			if g.all.Len() != before {
				t.Fatalf("written again: %q", g.all.String()[before:])
			}
		}
		s.show("a\nb\nc\nd")
		synctest.Wait()
		before, writes := g.all.Len(), g.writes
		s.show("a\nB\nc\nD")
		synctest.Wait()
		if got, want := g.all.String()[before:], "\x1b[2;1HB\x1b[K\x1b[4;1HD\x1b[K\x1b[4;1H"; got != want ||
			g.writes != writes+1 {
			t.Errorf("%q in %d pieces, wanted %q", got, g.writes-writes, want)
		}
		s.Close(true)
	})
}

// Drawing does not wait for a terminal that reads nothing. When it reads again it gets
// the newest frame and the other requests, however many there were.
func TestScreenOfASlowTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGlass(10, 3)
		g.held = make(chan struct{})
		s := NewScreen(Terminal{Out: g}, nil)
		for k := range 10_000 {
			s.show(fmt.Sprint(k))
			s.heard(tea.DisableMouse())
		}
		close(g.held)
		s.Close(true)
		if g.writes > 3 || !strings.Contains(g.all.String(), "9999") ||
			!strings.HasSuffix(g.all.String(), end) || g.all.Len() > 3*mostPending {
			t.Errorf("%d bytes in %d pieces", g.all.Len(), g.writes)
		}
	})
}

// Only printable text gets through, and a screen that is given up shows no last frame.
func TestScreenLetsNothingThrough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGlass(40, 3)
		s := NewScreen(Terminal{Out: g}, nil)
		s.show("one \x1b]0;title\a\n\x1b[31mred\x1b[0m \x1b[2Jtwo")
		synctest.Wait()
		if seen := g.all.String()[len(begin):]; strings.Contains(seen, "\x1b]") ||
			strings.Contains(seen, "\x1b[2J") || !strings.Contains(seen, "\x1b[31mred\x1b[0m") {
			t.Errorf("%q", seen)
		}
		g.held = make(chan struct{})
		s.show("secret")
		over := make(chan struct{})
		go func() {
			s.Close(false)
			close(over)
		}()
		synctest.Wait()
		close(g.held)
		<-over
		if !strings.HasSuffix(g.all.String(), end) {
			t.Error("the terminal is not given back")
		}
	})
}

// Keys wait for a terminal that reads nothing, but not once it is closed.
func TestScreenAwaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGlass(10, 3)
		s := NewScreen(Terminal{Out: g}, nil)
		s.show("one")
		s.await()
		if !strings.Contains(g.text(), "one") {
			t.Errorf("it shows %q", g.text())
		}
		g.held = make(chan struct{})
		s.show("two")
		went := make(chan struct{})
		go func() {
			s.await()
			close(went)
		}()
		synctest.Wait()
		select {
		case <-went:
			t.Error("it did not wait")
		default:
		}
		close(g.held)
		<-went
		s.Close(true)
	})
}

// Programs are told the size that a terminal has from the start: what was drawn before that is
// not written again, and is after another size.
func TestScreenIsToldItsSize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGlass(10, 3)
		s := NewScreen(Terminal{Out: g, Width: 10, Height: 3}, nil)
		for _, columns := range []int{10, 10, 9} {
			s.heard(tea.WindowSizeMsg{Width: columns, Height: 3})
			s.show("whole")
			synctest.Wait()
		}
		s.Close(true)
		if n := strings.Count(g.all.String(), "whole"); n != 2 {
			t.Errorf("the frame was written %d times, not once for each size", n)
		}
	})
}
