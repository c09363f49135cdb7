package uitest

import (
	"regexp"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// Driver plays a user at a screen: it presses keys, runs commands at once, and reads the
// screen.
type Driver struct {
	T             testing.TB
	Model         tea.Model
	Width, Height int
}

// Begin sets the model's window and runs its first command.
func (d *Driver) Begin() {
	d.Resize()
	d.Run(d.Model.Init())
}

// Resize sends the size of the window.
func (d *Driver) Resize() { d.Send(tea.WindowSizeMsg{Width: d.Width, Height: d.Height}) }

// Send sends a message and runs the commands that follow from it.
func (d *Driver) Send(msg tea.Msg) {
	_, cmd := d.Model.Update(msg)
	d.Run(cmd)
}

// Run runs a command, and the commands that follow from it.
func (d *Driver) Run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil, tea.QuitMsg:
	case tea.BatchMsg:
		for _, one := range msg {
			d.Run(one)
		}
	default:
		d.Send(msg)
	}
}

// Press presses keys by name, and checks that every screen fits into the window.
func (d *Driver) Press(names ...string) *Driver {
	d.T.Helper()
	for _, n := range names {
		d.Send(layer.Key(n))
		rows := strings.Split(d.Screen(), "\n")
		if len(rows) > d.Height {
			d.T.Fatalf("the screen has %d rows", len(rows))
		}
		for _, row := range rows {
			if style.Width(row) > d.Width {
				d.T.Fatalf("a row is %d wide:\n%s", style.Width(row), row)
			}
		}
	}
	return d
}

// Command has a line carried out by the palette, into which it comes at once: what is proposed
// under each of its letters is nothing to most tests.
func (d *Driver) Command(line string) *Driver {
	d.T.Helper()
	d.Press(":")
	d.Send(Paste(line))
	return d.Press("enter")
}

// Screen is what is shown.
func (d *Driver) Screen() string { return d.Model.View() }

// Sees reports whether a text is on the screen, wherever its rows break.
func (d *Driver) Sees(text string) bool { return Sees(d.Screen(), text) }

// Sees reports whether a text is on a screen, wherever its rows break: over its whole width,
// or in the column at the right of the pictures.
func Sees(screen, text string) bool {
	return strings.Contains(strings.Join(strings.Fields(screen), " "), text) ||
		strings.Contains(Column(screen), text)
}

// Column is what stands in the column at the right of the pictures, in one line: without
// frames, and without the number of the step in the title of what was done.
func Column(screen string) string {
	out := ""
	for _, row := range strings.Split(ansi.Strip(screen), "\n") {
		parts := strings.FieldsFunc(strings.TrimRight(strings.TrimSpace(row), " │┃|#"), func(r rune) bool {
			return strings.ContainsRune("│┃╮╯┓┛|#", r)
		})
		if len(parts) > 0 {
			out += " " + parts[len(parts)-1]
		}
	}
	out = ofSteps.ReplaceAllString(strings.NewReplacer("─", " ", "━", " ", "╭", " ", "╰", " ").Replace(out),
		"")
	out = ruled.ReplaceAllString(out, " ")
	return strings.Join(strings.Fields(out), " ")
}

var ruled = regexp.MustCompile(`-{3,}|={3,}`)

var ofSteps = regexp.MustCompile(` step \d+/\d+ `)

// Wants fails the test for every text that is not on the screen.
func (d *Driver) Wants(texts ...string) {
	d.T.Helper()
	for _, text := range texts {
		if !d.Sees(text) {
			d.T.Errorf("no %q on\n%s", text, d.Screen())
		}
	}
}
