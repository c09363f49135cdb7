package overlay

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Finder is a text line with a list of proposals below: the palette, and going to a
// label.
type Finder struct {
	layer.Plain
	title   string
	sign    string
	line    line
	found   found
	chosen  int
	top     int
	room    int // offers that were shown last
	propose func(v *layer.View, text string) []layer.Offer
	accept  func(v *layer.View, text string) (intent.Intent, string)
	problem string
	past    []string // lines that Up brings back, the newest last
	recall  int      // how many of them the user has gone back
}

// Past has the line begin with what was done last: its frame says it, and Up above the first
// proposal brings it and the lines before back.
func (f *Finder) Past(lines []string) *Finder {
	f.past = lines
	return f
}

// back brings an earlier line back; false where there is none.
func (f *Finder) back() bool {
	if f.chosen > 0 || f.recall >= len(f.past) || f.recall == 0 && f.line.text() != "" {
		return false
	}
	f.recall++
	f.line.set(f.past[len(f.past)-f.recall])
	return true
}

// found caches the proposals for a text.
type found struct {
	text   string
	seen   layer.CacheKey
	offers []layer.Offer
	done   bool
}

func (f *Finder) offers(v *layer.View) []layer.Offer {
	if text := f.line.text(); !f.found.done || f.found.text != text || f.found.seen != v.CacheKey {
		f.found = found{text, v.CacheKey, f.propose(v, text), true}
	}
	return f.found.offers
}

// Takes a line; as long as that is untouched, a colon opens the palette instead.
func (f *Finder) Takes() layer.Text {
	if f.line.touched {
		return layer.AllText
	}
	return layer.SomeText
}

// Text is what was typed.
func (f *Finder) Text() string { return f.line.text() }

// Bindings choose among the proposals and accept one.
func (f *Finder) Bindings(v *layer.View) []layer.Command {
	choose := func(by int) func() {
		return func() {
			if f.problem = ""; by != -1 || !f.back() {
				f.chosen = max(0, min(f.chosen+by, len(f.offers(v))-1))
			}
		}
	}
	return []layer.Command{
		layer.Do(func() []intent.Intent { return f.enter(v) }, "enter").Foot("take"),
		layer.Change(func() { f.complete(v) }, "tab").Foot("complete"),
		layer.Change(choose(-1), "up", "ctrl+p").As("↑↓").Foot("choose"),
		layer.Change(choose(1), "down", "ctrl+n"),
		layer.Change(choose(-f.room), "pgup"),
		layer.Change(choose(f.room), "pgdown").As("PgDn").Foot("more").When(len(f.offers(v)) > f.room),
		layer.Back("backspace").When(f.line.text() == ""),
		layer.Back("esc", "ctrl+c").Foot("back"),
	}
}

// Type edits the line.
func (f *Finder) Type(_ *layer.View, msg tea.KeyMsg) (tea.Cmd, []intent.Intent, bool) {
	if msg.String() == ":" && !f.line.touched {
		return nil, nil, false
	}
	f.problem, f.recall = "", 0
	f.line.key(msg)
	f.chosen = 0
	return nil, nil, true
}

// complete copies the chosen offer into the line.
func (f *Finder) complete(v *layer.View) {
	f.problem = ""
	if offers := f.offers(v); len(offers) > 0 {
		f.chosen = max(0, min(f.chosen, len(offers)-1))
		if offers[f.chosen].Intent != nil || offers[f.chosen].Near || !strings.Contains(f.line.text(), " ") {
			f.line.set(offers[f.chosen].Text)
			f.chosen = 0
		}
	}
}

// enter accepts the chosen offer where it is complete. An operation that was typed is
// accepted as it stands, unless the user chose another with the arrow keys.
func (f *Finder) enter(v *layer.View) []intent.Intent {
	f.problem = ""
	offers := f.offers(v)
	f.chosen = max(0, min(f.chosen, len(offers)-1))
	name, _ := split(f.line.text())
	typed := isOperation(name) && f.chosen == 0
	if !typed && len(offers) > 0 && offers[f.chosen].Intent != nil {
		return []intent.Intent{offers[f.chosen].Intent}
	}
	meant, problem := f.accept(v, f.line.text())
	if len(offers) > 0 && offers[f.chosen].Near && (meant == nil || f.chosen > 0) {
		f.complete(v)
		return nil
	}
	if meant != nil {
		return []intent.Intent{meant}
	}
	if len(offers) > 0 {
		if offers[f.chosen].Intent != nil && style.Width(f.line.text()) > len("eli ") {
			return []intent.Intent{offers[f.chosen].Intent}
		}
		if text := offers[f.chosen].Text; !offers[f.chosen].Form &&
			!strings.Contains(strings.TrimSpace(f.line.text()), " ") &&
			strings.TrimSpace(text) != strings.TrimSpace(f.line.text()) {
			f.line.set(text)
			f.chosen = 0
			return nil
		}
	}
	f.problem = problem
	return nil
}

// Fit shows the proposals around the chosen one.
func (f *Finder) Fit(v *layer.View, b layer.Box) {
	offers := f.offers(v)
	f.chosen = max(0, min(f.chosen, len(offers)-1))
	f.room = max(1, min(b.Height-3, len(offers)))
	f.top = layer.Scroll(f.top, f.chosen, f.room, len(offers))
	for k := f.top; k < min(len(offers), f.top+f.room); k++ {
		if o := &offers[k]; o.About != nil { // computed for what is seen
			o.Does, o.About = o.About(), nil
		}
	}
}

// Draw draws the line and, below, the proposals.
func (f *Finder) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t, width := v.Theme, b.Width
	offers, room := f.found.offers, f.room
	wide, keys := 0, 0
	for _, o := range offers {
		wide, keys = max(wide, style.Width(o.Text)), max(keys, style.Width(t.Text(o.Key)))
	}
	if keys > 0 {
		keys += 2
	}
	wide = min(wide, width/2)
	content := []string{" " + t.Paint(style.Key, f.sign) + f.line.view(t, width-3)}
	if f.problem != "" {
		content = append(content, layer.Wrap(t, " "+f.problem, width, 3, style.Bad)...)
	}
	for k := f.top; k < len(offers) && k < f.top+room; k++ {
		sign, role := "  ", style.Plain
		if k == f.chosen {
			sign, role = t.Signs.Cursor+" ", style.Selected
		}
		content = append(content,
			t.Clip(t.Paint(role, sign+t.Left(t.Text(offers[k].Text), wide))+"  "+t.Paint(style.Key,
				t.Left(t.Text(offers[k].Key), keys))+t.Text(offers[k].Does), width))
	}
	if len(offers) == 0 && f.problem == "" {
		content = append(content, t.Paint(style.Faint, " "+f.empty(v)))
	}
	right := ""
	switch {
	case f.line.text() == "" && len(f.past) > 0:
		right = t.Text(v.Theme.Clip("last: "+style.Printable(f.past[len(f.past)-1]), width/2))
	case len(offers) > room:
		right = style.Count(int64(len(offers))) + " fit"
	}
	return framed(v, b, f.title, right, content)
}

// empty says why there are no proposals, and whether that is an error.
func (f *Finder) empty(v *layer.View) string {
	if name, arg := split(f.line.text()); name == "eli" && arg == "" && f.sign == ":" {
		return "No face can be eliminated yet: preaccumulate a Jacobian first, with acc."
	}
	if want, _ := f.accept(v, f.line.text()); want != nil {
		return "Enter carries this out."
	}
	return "Nothing matches."
}
