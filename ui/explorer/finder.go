package explorer

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/intent"
	"facet/ui/pane"
	"facet/ui/theme"
)

// finder is a line with proposals under which one can be chosen: the palette,
// and going to a label.
type finder struct {
	title   string
	sign    string
	line    lineInput
	chosen  int
	top     int
	offers  func(c *pane.Snapshot, text string) []pane.Offer
	accept  func(c *pane.Snapshot, text string) (intent.Intent, string)
	problem string
}

func (f *finder) Key(c *pane.Snapshot, msg tea.KeyMsg) (bool, []intent.Intent) {
	offers := f.offers(c, f.line.text())
	f.chosen = max(0, min(f.chosen, len(offers)-1))
	f.problem = ""
	switch msg.String() {
	case "esc", "ctrl+c":
		return true, nil
	case "up", "ctrl+p":
		f.chosen = max(0, f.chosen-1)
		return false, nil
	case "down", "ctrl+n":
		f.chosen = min(max(0, len(offers)-1), f.chosen+1)
		return false, nil
	case "tab":
		if len(offers) > 0 && (offers[f.chosen].Wish != nil || !strings.Contains(f.line.text(), " ")) {
			f.line.set(offers[f.chosen].Text)
			f.chosen = 0
		}
		return false, nil
	case "enter":
		return f.enter(c, offers)
	case "backspace":
		if len(f.line.runes) == 0 {
			return true, nil
		}
	}
	if f.line.key(msg) {
		f.chosen = 0
	}
	return false, nil
}

// enter takes the chosen offer where it is whole. An operation that was typed is
// understood as it stands, unless another one was chosen with the arrow keys.
func (f *finder) enter(c *pane.Snapshot, offers []pane.Offer) (bool, []intent.Intent) {
	name, _ := split(f.line.text())
	typed := isOperation(name) && f.chosen == 0
	if !typed && len(offers) > 0 && offers[f.chosen].Wish != nil {
		return true, []intent.Intent{offers[f.chosen].Wish}
	}
	wish, problem := f.accept(c, f.line.text())
	if wish != nil {
		return true, []intent.Intent{wish}
	}
	if len(offers) > 0 {
		if offers[f.chosen].Wish != nil && theme.Width(f.line.text()) > len("eli ") {
			return true, []intent.Intent{offers[f.chosen].Wish}
		}
		if text := offers[f.chosen].Text; !strings.Contains(strings.TrimSpace(f.line.text()), " ") && strings.TrimSpace(text) != strings.TrimSpace(f.line.text()) {
			f.line.set(text)
			f.chosen = 0
			return false, nil
		}
	}
	f.problem = problem
	return false, nil
}

func (f *finder) View(c *pane.Snapshot, width, height int) []string {
	t := c.Theme
	offers := f.offers(c, f.line.text())
	f.chosen = max(0, min(f.chosen, len(offers)-1))
	room := max(1, min(min(10, height-3), max(1, len(offers))))
	f.top = max(min(f.top, f.chosen), f.chosen-room+1)
	f.top = max(0, min(f.top, len(offers)-room))
	wide := 0
	for _, o := range offers {
		wide = max(wide, theme.Width(o.Text))
	}
	wide = min(wide, width/2)
	content := []string{" " + t.Paint(theme.Key, f.sign) + f.line.view(t, width-3)}
	if f.problem != "" {
		content = append(content, wrap(t, " "+f.problem, width, 3, theme.Bad)...)
	}
	for k := f.top; k < len(offers) && k < f.top+room; k++ {
		sign, ink := "  ", theme.Plain
		if k == f.chosen {
			sign, ink = t.Signs.Cursor+" ", theme.Selected
		}
		content = append(content, t.Clip(t.Paint(ink, sign+t.Left(t.Text(offers[k].Text), wide))+"  "+t.Text(offers[k].Does), width))
	}
	if len(offers) == 0 && f.problem == "" {
		content = append(content, t.Paint(theme.Faint, " "+f.empty(c)))
	}
	right := ""
	if len(offers) > room {
		right = theme.Count(int64(len(offers))) + " fit"
	}
	return t.Draw(theme.Rule, f.title, right, content, width, min(height, len(content)+1), true)
}

// empty says why there is nothing to choose from, and whether that matters.
func (f *finder) empty(c *pane.Snapshot) string {
	if name, arg := split(f.line.text()); name == "eli" && arg == "" && f.sign == ":" {
		return "No face can be eliminated now: preaccumulate a Jacobian first, with acc."
	}
	if wish, _ := f.accept(c, f.line.text()); wish != nil {
		return "Enter carries this out."
	}
	return "Nothing fits."
}

func (f *finder) Foot(c *pane.Snapshot, width int) string {
	return hints(c.Theme, width, [2]string{"Enter", "take"}, [2]string{"Tab", "complete"},
		[2]string{c.Theme.Text("↑↓"), "choose"}, [2]string{"Esc", "back"})
}

// wrap breaks a sentence into at most most rows.
func wrap(t *theme.Theme, text string, width, most int, ink theme.Ink) []string {
	var rows []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && theme.Width(line)+1+theme.Width(word) > width-2 {
			rows = append(rows, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	rows = append(rows, line)
	if len(rows) > most {
		rows[most-1] += " " + t.Signs.Cut
		rows = rows[:most]
	}
	for k := range rows {
		rows[k] = " " + t.Paint(ink, t.Clip(rows[k], width-2))
	}
	return rows
}

// newLabelFinder goes to a vertex of the dag, a vertex of the line dag, or a
// face, by its label.
func newLabelFinder() *finder {
	return &finder{title: "go to", sign: "/", offers: labelOffers, accept: func(c *pane.Snapshot, text string) (intent.Intent, string) {
		return nil, "Nothing is called " + theme.Printable(text) + ": type a part of a label, as 1 or (1,3) or 1,3."
	}}
}

// offerLimit is how many labels are proposed at most.
const offerLimit = 200

func labelOffers(c *pane.Snapshot, text string) []pane.Offer {
	want := squeeze(text)
	s, g := c.State(), c.Dag()
	var exact, start, inside []pane.Offer
	add := func(name, does string, x intent.Selection) {
		o := pane.Offer{Text: name, Does: does, Wish: intent.Select{Target: x}}
		switch have := squeeze(name); {
		case have == want:
			exact = append(exact, o)
		case strings.HasPrefix(have, want):
			start = append(start, o)
		case strings.Contains(have, want):
			inside = append(inside, o)
		}
	}
	for i := range g.Vertices {
		kind := "junction"
		if g.IsSource(i) {
			kind = "source"
		} else if g.IsSink(i) {
			kind = "sink"
		}
		add(c.ID(i), kind+" of the dag, n = "+theme.Number(g.Size(i)), intent.AtVertex(i))
	}
	for _, z := range s.Vertices() {
		does := "matrix-free"
		if s.HasJacobian(z) {
			does = "Jacobian"
		}
		add(s.Name(z), does, intent.AtElement(s, z))
	}
	for _, f := range s.AllFaces() {
		if len(exact)+len(start)+len(inside) > offerLimit {
			break
		}
		does := "face"
		if best, ok := model.Cheapest(s.Choices(f)); ok {
			does = "face, " + best.Op.Mode.String() + " " + theme.Number(best.Price)
		}
		add(s.FaceName(f), does, intent.AtFace(s, f))
	}
	all := append(append(exact, start...), inside...)
	return all[:min(len(all), offerLimit)]
}

// squeeze makes labels comparable to what is typed in a hurry: no parentheses,
// blanks for commas and arrows are the same.
func squeeze(text string) string {
	text = strings.ToLower(strings.NewReplacer("→", ",", "->", ",", ")(", ",", " ", ",").Replace(strings.TrimSpace(text)))
	text = strings.NewReplacer("(", "", ")", "").Replace(text)
	for strings.Contains(text, ",,") {
		text = strings.ReplaceAll(text, ",,", ",")
	}
	return text
}
