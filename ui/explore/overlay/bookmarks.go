package overlay

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Bookmarks takes a letter: it goes to the step with this bookmark, or marks the current
// step with it where there is none. A capital letter marks the current step in any case.
type Bookmarks struct{ layer.Plain }

// Takes all keys: every letter is a bookmark.
func (Bookmarks) Takes() layer.Text { return layer.AllText }

// Bindings leave it.
func (Bookmarks) Bindings(*layer.View) []layer.Command {
	return []layer.Command{
		layer.Command{}.As("a letter").Foot("go there, or mark this step"),
		layer.Command{}.As("shift").Foot("mark this step anew"),
		layer.Back("esc", "ctrl+c", "enter", "'", "backspace").Foot("back"),
	}
}

// Type takes the letter. Other keys leave it.
func (Bookmarks) Type(v *layer.View, msg tea.KeyMsg) (tea.Cmd, []intent.Intent, bool) {
	if msg.Type != tea.KeyRunes || len(msg.Runes) != 1 || !unicode.IsLetter(msg.Runes[0]) {
		return nil, []intent.Intent{intent.Back{}}, true
	}
	letter := string(unicode.ToLower(msg.Runes[0]))
	all := v.Steps.Marks()
	at := slices.IndexFunc(all, func(m session.Mark) bool { return m.Letter == letter })
	if at < 0 || !strings.Contains(letter, string(msg.Runes)) {
		return nil, []intent.Intent{intent.Mark{Letter: letter}}, true
	}
	return nil, []intent.Intent{intent.GoTo{Step: all[at].Step}}, true
}

// Draw lists the bookmarks.
func (Bookmarks) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t := v.Theme
	var rows []string
	for _, m := range v.Steps.Marks() {
		step, _ := v.Steps.Step(m.Step)
		name := "start"
		if m.Step > 0 {
			name = strings.TrimSuffix(step.Title, " "+step.Cost.String())
		}
		here := ""
		if m.Step == v.Steps.Cursor() {
			here = "  here"
		}
		rows = append(rows, t.Clip("  "+t.Paint(style.Key, m.Letter)+fmt.Sprintf("  step %d  ",
			step.Depth)+t.Text(style.Printable(name))+here, b.Width))
	}
	if len(rows) == 0 {
		rows = append(rows, t.Paint(style.Faint, "  No step is marked yet: type a letter to mark this one."))
	}
	return framed(v, b, "bookmarks", "", rows)
}
