// Package start is the first page: what a user sees who starts facet without a dag. It
// offers what the sources have (tour, lessons, puzzles), the samples, the sessions that
// were worked on last, and files. It knows no lesson and no puzzle, and what is chosen is
// opened by others.
//
//	source.go  what is on the page
//	page.go    keys and clicks
//	draw.go    how it is drawn, and the same in words
package start

import (
	"slices"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Page leads until something is chosen.
type Page struct {
	layer.Neutral
	sections []layer.Section
	at       int   // the section
	inside   bool  // the keys choose among its entries
	rows     []int // the entry of each section
	top      int   // the first entry that is shown
	first    bool  // there is nothing to go back to
	newcomer bool
	shown    shown
}

var _ layer.Leader = (*Page)(nil)

// begin selects what the user most probably wants: a newcomer the tour, others the
// session that was worked on last.
func (p *Page) begin() {
	recent := slices.IndexFunc(p.sections, func(s layer.Section) bool {
		return s.Key == "r" && len(s.Entries) > 0
	})
	if !p.newcomer && recent >= 0 {
		p.at, p.inside = recent, true
	}
}

// Title names the page.
func (p *Page) Title() string { return "first page" }

// Home is how the page is asked for again.
func (p *Page) Home() intent.Lead { return intent.Lead{Kind: Kind, About: First} }

// Refuses itself.
func (p *Page) Refuses(_ *layer.View, i intent.Intent) string {
	if lead, is := i.(intent.Lead); is && lead.Kind == Kind {
		return "This is the first page."
	}
	return ""
}

// Conceals reports that nothing is judged: there is no dag.
func (p *Page) Conceals() bool { return true }

// Covers reports that no panel is seen.
func (p *Page) Covers() bool { return true }

// section is the selected one.
func (p *Page) section() *layer.Section { return &p.sections[p.at] }

// entry is the selected entry; nil where a section is selected.
func (p *Page) entry() *layer.Entry {
	if s := p.section(); p.inside && len(s.Entries) > 0 {
		return &s.Entries[p.rows[p.at]]
	}
	return nil
}

// Bindings choose a section and an entry, and open it.
func (p *Page) Bindings(v *layer.View) []layer.Command {
	quiet := func(text string) string { // in words, lines are typed
		if v.Words {
			return ""
		}
		return text
	}
	rows, entries := layer.Pages(p.shown.room-1, p.move), len(p.section().Entries) > 0
	rows[0] = rows[0].As("↑↓").Foot(quiet("choose"))
	all := append([]layer.Command{layer.Do(p.choose, "enter", " ").Foot(quiet("open"))}, rows...)
	all = append(all, layer.Change(func() { p.move(-1) }, "shift+tab"),
		layer.Change(func() { p.inside = !p.inside && entries }, "tab").Foot(quiet("to the other side")).
			When(entries),
		layer.Change(func() { p.inside = entries }, "right"), layer.Do(p.back, "left", "esc"))
	for k, s := range p.sections {
		all = append(all, layer.Do(func() []intent.Intent { return p.visit(k) }, s.Key))
		for _, e := range s.Entries {
			if e.Key != "" {
				all = append(all, layer.Means(e.Means, e.Key))
			}
		}
	}
	return append(all, layer.Mention("command", quiet("command")), layer.Mention("mouse", quiet("mouse")),
		layer.Mention("quit", "quit"))
}

// move goes By rows further in the column that has the keys.
func (p *Page) move(by int) []intent.Intent {
	if p.inside {
		p.rows[p.at] = max(0, min(p.rows[p.at]+by, len(p.section().Entries)-1))
		return nil
	}
	p.at = max(0, min(p.at+by, len(p.sections)-1))
	return nil
}

// visit goes to a section. One without entries is carried out.
func (p *Page) visit(k int) []intent.Intent {
	p.at, p.inside = k, len(p.sections[k].Entries) > 0
	if !p.inside {
		return p.choose()
	}
	return nil
}

// choose opens what is selected; of a section with entries it goes to these.
func (p *Page) choose() []intent.Intent {
	switch e, s := p.entry(), p.section(); {
	case e != nil:
		return []intent.Intent{e.Means}
	case len(s.Entries) > 0:
		p.inside = true
	case s.Means != nil:
		return []intent.Intent{s.Means}
	default:
		return layer.Say(s.About)
	}
	return nil
}

// back goes from the entries to the sections, and from there to the session that was left
// for the page.
func (p *Page) back() []intent.Intent {
	switch {
	case p.inside:
		p.inside = false
	case p.first:
		return layer.Say("{q:quit} quits. Enter opens what is selected.")
	default:
		return []intent.Intent{intent.EndLead{}}
	}
	return nil
}

// Clicks choose, whatever the user's settings: a newcomer knows none.
func (p *Page) Clicks() bool { return true }

// Click chooses a section, or opens an entry.
func (p *Page) Click(_ *layer.View, x, y int) (intent.Intent, bool) {
	row := y - p.shown.above - 1
	switch {
	case row < 0 || row >= p.shown.room:
		return nil, false
	case x < p.shown.left:
		if row >= len(p.sections) {
			return nil, false
		}
		p.at, p.inside = row, len(p.sections[row].Entries) > 0
		return p.section().Means, true
	}
	if row += p.top; row >= len(p.section().Entries) {
		return nil, false
	}
	p.inside, p.rows[p.at] = true, row
	return p.section().Entries[row].Means, true
}

// Wheel moves by rows.
func (p *Page) Wheel(_ *layer.View, by int) (intent.Intent, bool) {
	p.move(by)
	return nil, true
}
