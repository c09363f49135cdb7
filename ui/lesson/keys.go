package lesson

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/model/lesson"
	"facet/ui/intent"
	"facet/ui/layer"
)

// group is the heading of the lesson's keys in the help.
const group = "Here"

// Bindings are the keys of the lesson: those of a clicker, and what a hand finds in the
// dark. On a page with a puzzle the puzzle's come first.
func (g *Leader) Bindings(v *layer.View) []layer.Command {
	puzzle := g.onPuzzle()
	line, page := !g.own && !puzzle, !g.own && !puzzle && !g.peek && !g.contents // the line is followed; a page of it is shown
	turn := func(by int) func() (tea.Cmd, []intent.Intent) {
		return func() (tea.Cmd, []intent.Intent) { return g.turn(v, by) }
	}
	to := func(page func() int, keys ...string) layer.Command {
		return layer.On(func() (tea.Cmd, []intent.Intent) { return g.show(v, page(), false) }, keys...)
	}
	beside := func(by int) func() int { return func() int { return g.chapter(by) } }
	foot := func(now bool, text string) string {
		if now {
			return text
		}
		return ""
	}
	on := foot(page && !g.atEnd(), "next") + foot(page && g.atEnd() && g.After != "", "lesson "+g.After) + foot(puzzle, "go on") + foot(g.peek, "the lesson again")
	alone := foot(g.peek, "the lesson again") + foot(page && !g.atEnd() && g.at().Scene >= 0, "picture alone")
	all := []layer.Command{
		layer.On(turn(1), "pgdown", " ").Help(group, "next: the rest of a text, the next step or chapter").Foot(on),
		layer.On(turn(-1), "pgup", "backspace").As("PgUp").Help(group, "back, through the same pages").Foot(foot(page, "back")),
		layer.On(turn(-1), "left").As("left right").Help(group, "back and next, while you follow the lesson").When(line),
		layer.On(turn(1), "right").When(line),
		to(func() int { return g.begun.Page - 1 }, "r").Help(group, "on the first page: continue where you stopped").
			Foot("continue").When(g.page == 0 && g.resumes),
		layer.On(func() (tea.Cmd, []intent.Intent) { return g.toggle(v) }, ".", "f5").Help(group, "the picture alone, or the lesson again").Foot(alone),
		layer.Do(g.leaveLine, "o", "tab").Help(group, "try a move of your own").
			Foot(foot(page, "own move")).When(line && !g.isText()),
		to(beside(-1), "[").As("[ ]").Help(group, "previous chapter, next chapter"),
		to(beside(1), "]"),
		layer.Do(g.list, "c").Help(group, "the chapters: choose one").Foot(foot(page && !g.atEnd(), "chapters")).When(!g.own),
		to(func() int { return 0 }, "home").As("Home End").Help(group, "the first page, the last one").When(line),
		to(func() int { return len(g.Course.Pages) }, "end").When(line),
		layer.On(func() (tea.Cmd, []intent.Intent) { return g.escape(v) }, "esc").Help(group, "from your own move back to the lesson").Foot(foot(g.own, "back to the lesson")),
		layer.Mention("do", foot(g.own, "do it")), layer.Mention("undo", foot(g.own, "undo")),
		layer.Do(g.keepOwn, "A").Help(group, "your own moves: keep them as a session, and leave the lesson").Foot("keep it, leave the lesson").When(g.own),
		layer.Do(func() []intent.Intent { return g.reveal(v) }, "h").Help(group, "losses of moves: show or hide").
			Foot(foot(g.own, "losses")).When(!puzzle),
		layer.Do(g.next, "enter").When(page && g.atEnd() && g.After != ""),
		layer.Do(func() []intent.Intent { g.scroll(1); return nil }, "down", "j", "enter").When(g.isText()),
		layer.Do(func() []intent.Intent { g.scroll(-1); return nil }, "up", "k").When(g.isText()),
		layer.Mention("end", foot(page, "leave")), layer.Mention("quit", foot(page && g.atEnd(), "quit")), layer.Mention("help", foot(!g.atEnd(), "help")),
	}
	switch {
	case g.contents:
		return append(g.contentsKeys(v), all...)
	case puzzle:
		return append(g.puzzle.Bindings(v), all...)
	}
	return all
}

// Covers tells that a page of text is shown: nothing else means anything that could not
// be seen.
func (g *Leader) Covers() bool {
	if c, ok := g.puzzle.(layer.Cover); ok && g.onPuzzle() {
		return c.Covers()
	}
	return g.isText()
}

func (g *Leader) scroll(by int) { g.top = max(0, min(g.top+by, g.most)) }

// turn goes on, or back the same way: through what does not fit, then to the next
// page. Whoever has left the line comes back to it.
func (g *Leader) turn(s *layer.View, by int) (tea.Cmd, []intent.Intent) {
	if g.own || g.peek || g.contents {
		return g.back(s)
	}
	if step := max(1, g.height-1); g.isText() && by > 0 && g.top < g.most {
		g.scroll(step)
		return nil, nil
	} else if g.isText() && by < 0 && g.top > 0 {
		g.scroll(-step)
		return nil, nil
	}
	switch {
	case by > 0 && g.atEnd() && g.After != "":
		return nil, g.next()
	case by > 0 && g.atEnd():
		return nil, []intent.Intent{intent.Say{Text: "This is the end of the lesson. PgUp goes back, :end leaves it, q quits."}}
	case by < 0 && g.page == 0:
		return nil, []intent.Intent{intent.Say{Text: "This is the first page: PgDn goes to the next one."}}
	}
	return g.show(s, g.page+by, by < 0)
}

// back returns to the page, from wherever the student went.
func (g *Leader) back(s *layer.View) (tea.Cmd, []intent.Intent) {
	g.own, g.peek, g.contents = false, false, false
	if g.at().Scene >= 0 && s.Steps.Cursor() != g.at().Step {
		return g.enter(s)
	}
	return nil, nil
}

// toggle shows the picture alone, or the page again.
func (g *Leader) toggle(v *layer.View) (tea.Cmd, []intent.Intent) {
	if g.own {
		return g.back(v)
	}
	if !g.onPuzzle() && !g.atEnd() && g.at().Scene >= 0 {
		g.peek = !g.peek
	}
	return nil, nil
}

// reveal shows what moves are worth, or hides it.
func (g *Leader) reveal(v *layer.View) []intent.Intent {
	g.revealed = !g.revealed
	text := "Losses are shown. h hides them."
	if !g.revealed {
		text = "Losses are hidden."
	}
	// Going to where it stands has the solver look at it.
	return []intent.Intent{intent.GoTo{Step: v.Steps.Cursor()}, intent.Say{Text: text}}
}

// leaveLine lets the student make a move of their own.
func (g *Leader) leaveLine() []intent.Intent {
	g.own, g.peek = true, false
	return []intent.Intent{intent.Focus{Panel: intent.Next}}
}

// keepOwn makes what the student did a session: nothing that somebody found out is lost
// with the lesson.
func (g *Leader) keepOwn() []intent.Intent {
	kept := ", and it is saved"
	if g.Keep == nil {
		kept = ""
	}
	return []intent.Intent{intent.Keep{}, intent.EndLead{},
		intent.Say{Text: "This is now a session of your own" + kept + ". :lesson " + g.Name + " continues the lesson."}}
}

func (g *Leader) escape(s *layer.View) (tea.Cmd, []intent.Intent) {
	if g.own || g.peek || g.contents {
		return g.back(s)
	}
	return nil, []intent.Intent{intent.Say{Text: "PgDn next page, PgUp back. :end leaves the lesson, q quits."}}
}

// chapter is the first page of a chapter beside this one: going back goes to the
// start of this one first.
func (g *Leader) chapter(by int) int {
	pages := g.Course.Pages
	if by > 0 {
		for k := g.page + 1; k < len(pages); k++ {
			if pages[k].First {
				return k
			}
		}
		return len(pages)
	}
	for k := g.page - 1; k > 0; k-- {
		if pages[k].First {
			return k
		}
	}
	return 0
}

// isText tells whether the page is one of text, which may be longer than the screen.
func (g *Leader) isText() bool {
	if g.peek || g.own {
		return false
	}
	return g.contents || g.atEnd() || g.at().Kind == lesson.PageProse || g.at().Kind == lesson.PageCompare
}
