package lesson

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/model/lesson"
	"facet/ui/intent"
	"facet/ui/layer"
)

// pageKeys are the keys that go through the pages, whatever is on the screen: those
// of a clicker, and what a hand finds in the dark.
var pageKeys = map[string]int{"pgdown": 1, " ": 1, "pgup": -1, "backspace": -1}

// Key takes the keys of the lesson.
func (g *Guide) Key(s *layer.View, msg tea.KeyMsg) (bool, tea.Cmd, []intent.Intent) {
	key := msg.String()
	g.going = false
	if g.onPuzzle() {
		if handled, cmd, intents := g.puzzleKey(s, msg); handled {
			return true, cmd, intents
		}
	}
	by := pageKeys[key]
	if by == 0 && !g.own && !g.onPuzzle() {
		by = map[string]int{"right": 1, "left": -1}[key]
	}
	if by != 0 {
		return g.turn(s, by)
	}
	switch key {
	case ".", "f5":
		if g.own {
			return g.back(s)
		}
		return g.toggle()
	case "esc":
		return g.escape(s)
	case "home", "end":
		if g.own || g.onPuzzle() {
			return false, nil, nil
		}
		page := 0
		if key == "end" {
			page = len(g.Course.Pages)
		}
		cmd, intents := g.show(s, page, false)
		return true, cmd, intents
	case "[", "]":
		cmd, intents := g.show(s, g.chapter(map[string]int{"[": -1, "]": 1}[key]), false)
		return true, cmd, intents
	case "h":
		if g.onPuzzle() {
			return false, nil, nil
		}
		g.revealed = !g.revealed
		text := "Losses are shown. h hides them."
		if !g.revealed {
			text = "Losses are hidden."
		}
		// Going to where it stands has the solver look at it.
		return true, nil, []intent.Intent{intent.GoTo{Step: s.Steps.Cursor()}, intent.Say{Text: text}}
	case "o", "tab":
		if !g.own && !g.onPuzzle() && !g.isText() {
			g.own, g.peek = true, false
			return true, nil, []intent.Intent{intent.Focus{Panel: intent.Next}}
		}
	case "A":
		if g.own { // nothing that somebody found out is lost with the lesson
			return true, nil, []intent.Intent{intent.Adopt{}, intent.EndGuide{},
				intent.Say{Text: "This is now a session of your own, and it is saved. :lesson " + g.Name + " continues the lesson."}}
		}
	case "r":
		if g.page == 0 && g.resumes {
			cmd, intents := g.show(s, g.begun.Page-1, false)
			return true, cmd, intents
		}
	case "enter":
		if g.atEnd() && g.After != "" {
			return true, nil, []intent.Intent{intent.Lead{Kind: Kind, About: g.After}}
		}
	}
	return g.textKey(key)
}

// textKey takes what scrolls a page of text; nothing else means anything there that
// could not be seen.
func (g *Guide) textKey(key string) (bool, tea.Cmd, []intent.Intent) {
	if !g.isText() {
		return false, nil, nil
	}
	switch key {
	case "down", "j", "enter":
		if g.top >= g.most && key == "enter" {
			return false, nil, nil
		}
		g.scroll(1)
	case "up", "k":
		g.scroll(-1)
	case "q", "ctrl+c", "?", ":", "ctrl+l", "M", "ctrl+z":
		return false, nil, nil
	}
	return true, nil, nil
}

func (g *Guide) scroll(by int) { g.top = max(0, min(g.top+by, g.most)) }

// turn goes on, or back the same way: through what does not fit, then to the next
// page. Whoever has left the line comes back to it.
func (g *Guide) turn(s *layer.View, by int) (bool, tea.Cmd, []intent.Intent) {
	if g.own || g.peek {
		return g.back(s)
	}
	if step := max(1, g.height-1); g.isText() && by > 0 && g.top < g.most {
		g.scroll(step)
		return true, nil, nil
	} else if g.isText() && by < 0 && g.top > 0 {
		g.scroll(-step)
		return true, nil, nil
	}
	switch {
	case by > 0 && g.atEnd():
		return true, nil, []intent.Intent{intent.Say{Text: "This is the end of the lesson. PgUp goes back, :end leaves it, q quits."}}
	case by < 0 && g.page == 0:
		return true, nil, []intent.Intent{intent.Say{Text: "This is the first page: PgDn goes to the next one."}}
	}
	cmd, intents := g.show(s, g.page+by, by < 0)
	return true, cmd, intents
}

// back returns to the page, from wherever the student went.
func (g *Guide) back(s *layer.View) (bool, tea.Cmd, []intent.Intent) {
	g.own, g.peek = false, false
	if g.at().Scene >= 0 && s.Steps.Cursor() != g.at().Step {
		cmd, intents := g.enter(s)
		return true, cmd, intents
	}
	return true, nil, nil
}

// toggle shows the picture alone, or the page again.
func (g *Guide) toggle() (bool, tea.Cmd, []intent.Intent) {
	if g.onPuzzle() || g.atEnd() || g.at().Scene < 0 || g.own {
		return true, nil, nil
	}
	g.peek = !g.peek
	return true, nil, nil
}

func (g *Guide) escape(s *layer.View) (bool, tea.Cmd, []intent.Intent) {
	if g.own || g.peek {
		return g.back(s)
	}
	return true, nil, []intent.Intent{intent.Say{Text: "PgDn next page, PgUp back. :end leaves the lesson, q quits."}}
}

// chapter is the first page of a chapter beside this one: going back goes to the
// start of this one first.
func (g *Guide) chapter(by int) int {
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
func (g *Guide) isText() bool {
	if g.peek || g.own {
		return false
	}
	return g.atEnd() || g.at().Kind == lesson.PageProse || g.at().Kind == lesson.PageCompare
}

// Foot lists the keys that matter now.
func (g *Guide) Foot(s *layer.View) [][2]string {
	switch {
	case g.onPuzzle():
		return append(g.puzzle.Foot(s), [2]string{"PgDn", "go on"})
	case g.own:
		return [][2]string{{"Esc", "back to the lesson"}, {"Enter", "do it"}, {"u", "undo"}, {"A", "keep it, leave the lesson"}, {"h", "losses"}, {"?", "help"}}
	case g.peek:
		return [][2]string{{".", "the lesson again"}, {"PgDn", "the lesson again"}, {"?", "help"}}
	}
	keys := [][2]string{{"PgDn", "next"}, {"PgUp", "back"}}
	if g.atEnd() {
		if g.After != "" {
			keys = append(keys, [2]string{"Enter", "lesson " + g.After})
		}
		return append(keys, [2]string{":end", "leave"}, [2]string{"q", "quit"})
	}
	if g.page == 0 && g.resumes {
		keys = append(keys, [2]string{"r", "continue"})
	}
	if g.at().Scene >= 0 {
		keys = append(keys, [2]string{".", "picture alone"})
	}
	if !g.isText() {
		keys = append(keys, [2]string{"o", "own move"})
	}
	return append(keys, [2]string{"[ ]", "chapter"}, [2]string{":end", "leave"}, [2]string{"?", "help"})
}

// Keys lists all of them, for the help.
func (g *Guide) Keys() [][2]string {
	keys := [][2]string{
		{"PgDn space", "next: the rest of a text, the next step or chapter"},
		{"PgUp", "back, through the same pages"},
		{"left right", "back and next, while you follow the lesson"},
		{". F5", "the picture alone, or the lesson again"},
		{"[ ]", "previous chapter, next chapter"},
		{"Home End", "the first page, the last one"},
		{"r", "on the first page: continue where you stopped"},
		{"h", "losses of moves: show or hide"},
		{"o Tab", "try a move of your own"},
		{"Esc", "from there back to the lesson"},
		{"A", "from there: keep your moves as a session"},
	}
	if g.onPuzzle() {
		keys = append(g.puzzle.Keys(), keys...)
	}
	return keys
}
