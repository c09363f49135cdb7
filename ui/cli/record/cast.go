package record

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"facet/ui/draw/style"

	"github.com/charmbracelet/x/ansi"
)

// cast writes an asciicast, version 2: a header, then one event per line.
type cast struct {
	out    io.Writer
	now    time.Duration
	shown  []string // rows that the player shows at the moment
	width  int
	height int
	words  int // words in all rows written so far
}

// header is the first line of the file.
type header struct {
	Version int               `json:"version"`
	Width   int               `json:"width"`
	Height  int               `json:"height"`
	Title   string            `json:"title,omitempty"`
	Env     map[string]string `json:"env"`
}

func newCast(out io.Writer, width, height int, title string) (*cast, error) {
	c := &cast{out: out, width: width, height: height}
	err := c.line(header{2, width, height, style.Printable(title),
		map[string]string{"TERM": "xterm-256color"}})
	return c, err
}

// line writes a value as a line of JSON.
func (c *cast) line(value any) error {
	e := json.NewEncoder(c.out)
	e.SetEscapeHTML(false)
	return e.Encode(value)
}

func (c *cast) event(kind, text string) error {
	return c.line([]any{json.RawMessage(fmt.Sprintf("%.3f", c.now.Seconds())), kind, text})
}

// wait lets time pass in the recording.
func (c *cast) wait(d time.Duration) { c.now += d }

// read is the number of new words so far.
func (c *cast) read() int { return c.words }

// end shows the cursor again.
func (c *cast) end() error { return c.event("o", "\x1b[?25h") }

// marker adds a marker, which players show as a chapter.
func (c *cast) marker(text string) error { return c.event("m", style.Printable(text)) }

// frame writes a screen: only the rows that have changed.
func (c *cast) frame(view string) error {
	rows := strings.Split(style.PrintableScreen(view), "\n")
	rows = rows[:min(len(rows), c.height)]
	var b strings.Builder
	if c.shown == nil {
		b.WriteString("\x1b[?25l\x1b[2J")
		c.shown = make([]string, c.height)
	}
	for y := range c.height {
		row := ""
		if y < len(rows) {
			row = rows[y]
		}
		if row != c.shown[y] {
			fmt.Fprintf(&b, "\x1b[%d;1H%s\x1b[0m\x1b[K", y+1, row)
			c.shown[y] = row
			c.words += len(strings.Fields(ansi.Strip(row)))
		}
	}
	if b.Len() == 0 {
		return nil
	}
	return c.event("o", b.String())
}
