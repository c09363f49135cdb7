package presenter

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// group is the heading of the lesson's keys in the help.
const group = "Here"

// Table are the keys of a lesson: those of a clicker, and what a hand finds in the dark.
func Table() *layer.Table {
	return &layer.Table{Layer: "lesson", Group: group, Rows: []layer.Row{
		{"next", "pgdown space", "next: the rest of a text, the next step or chapter"},
		{"back", "pgup backspace", "back, through the same pages"},
		{"left", "left", "back, while you follow the lesson"},
		{"right", "right", "next, while you follow the lesson"},
		{"continue", "r", "on the first page: continue where you stopped"},
		{"picture", ". f5", "the picture alone, or the lesson again"},
		{"blank", "b", "a blank screen, or the lesson again"},
		{"own-move", "o tab", "try a move of your own"},
		{"chapter-back", "[", "previous chapter"},
		{"chapter-next", "]", "next chapter"},
		{"chapters", "c", "the chapters: choose one"},
		{"first-page", "home", "the first page"},
		{"last-page", "end", "the last page"},
		{"return", "esc", "from your own move back to the lesson"},
		{"keep", "A", "your own moves: keep them as a session, and leave the lesson"},
		{"reveal", "v", "losses of moves: show or hide"},
		{"advice", "h", "why the selected operation loses; again: an optimal one"},
	}}
}

// Bindings are the keys of the lesson: those of a clicker, and what a hand finds in the
// dark. On a page with a puzzle the puzzle's come first.
func (l *Leader) Bindings(v *layer.View) []layer.Command {
	puzzle := l.onPuzzle()
	// the line is followed; a page of it is shown
	own, alone := l.spot.aside == ownMoves, l.spot.aside == pictureAlone
	line, page := !own && !puzzle, l.spot.aside == thePage && !puzzle
	turn := func(by int) func() (tea.Cmd, []intent.Intent) {
		return func() (tea.Cmd, []intent.Intent) { return l.turn(v, by) }
	}
	keys := Table()
	to := func(name string, page func() int) layer.Command {
		return keys.On(name, func() (tea.Cmd, []intent.Intent) { return l.show(v, page(), false) })
	}
	beside := func(by int) func() int { return func() int { return l.spot.chapter(by) } }
	foot := func(now bool, text string) string {
		if now {
			return text
		}
		return ""
	}
	on := foot(page && !l.spot.atEnd(), "next") + foot(page && l.spot.atEnd() && l.spot.after != "",
		"lesson "+l.spot.after) + foot(puzzle, "go on") + foot(alone, "the lesson again")
	picture := foot(alone, "the lesson again") + foot(page && !l.spot.atEnd() && l.spot.at().
		Scene >= 0, "picture")
	all := []layer.Command{
		layer.MentionLarge(v), keys.On("next", turn(1)).Foot(on),
		keys.On("back", turn(-1)).As("PgUp").Foot(foot(page, "back")),
		keys.On("left", turn(-1)).As("left right").Help(group, "back and next, while you follow the lesson").
			When(line),
		keys.On("right", turn(1)).Help("", "").When(line),
		to("continue", func() int { return l.spot.left }).
			Foot("continue").When(l.spot.page == 0 && l.spot.left > 0),
		keys.On("picture", func() (tea.Cmd, []intent.Intent) { return l.toggle(v) }).Foot(picture),
		keys.Do("blank", func() []intent.Intent { l.spot.aside = nothing; return nil }).When(!own),
		keys.Do("own-move", l.spot.leaveLine).
			Foot(foot(page, "own move")).When(line && !l.spot.isText()),
		to("chapter-back", beside(-1)).As("[ ]").Help(group, "previous chapter, next chapter"),
		to("chapter-next", beside(1)).Help("", ""),
		keys.Do("chapters", l.spot.list).Foot(foot(page && !l.spot.atEnd(), "chapters")).When(!own),
		to("first-page", func() int {
			return 0
		}).As("Home End").Help(group, "the first page, the last one").When(line),
		to("last-page", func() int { return len(l.spot.course.Pages) }).Help("", "").When(line),
		keys.On("return", func() (tea.Cmd, []intent.Intent) {
			return l.escape(v)
		}).Foot(foot(own, "back to the lesson")),
		layer.Mention("do", foot(own, "do it")), layer.Mention("undo", foot(own, "undo")),
		keys.Do("keep", l.keepOwn).Foot("keep it, leave the lesson").When(own),
		keys.Do("reveal", func() []intent.Intent { return l.reveal(v) }).
			Foot(foot(own, "losses")).When(!puzzle),
		keys.Do("advice", l.hint).When(!puzzle),
		layer.Do(l.next, "enter").When(page && l.spot.atEnd() && l.spot.after != ""),
		layer.Do(func() []intent.Intent {
			l.spot.scroll(1)
			return nil
		}, "down", "j", "enter").When(l.spot.isText()),
		layer.Do(func() []intent.Intent { l.spot.scroll(-1); return nil }, "up", "k").When(l.spot.isText()),
		layer.Mention("end", foot(page, "leave")),
		layer.Mention("quit", foot(page && l.spot.atEnd(), "quit")),
		layer.Mention("help", foot(!l.spot.atEnd(), "help")),
	}
	switch {
	case l.spot.aside == nothing:
		return l.blankKeys(v)
	case l.spot.aside == chapters:
		return append(l.contentsKeys(v), all...)
	case puzzle:
		return append(l.Leader.Bindings(v), all...)
	}
	return all
}

// blankKeys are those of a blank screen: every key that a clicker sends brings the page back.
func (l *Leader) blankKeys(v *layer.View) (all []layer.Command) {
	keys := Table()
	for _, name := range []string{"blank", "next", "back", "left", "right", "picture", "return"} {
		all = append(all, keys.On(name, func() (tea.Cmd, []intent.Intent) { return l.back(v) }))
	}
	all[0] = all[0].Foot("the lesson again")
	return all
}

// Covers reports whether a page of text is shown, or nothing: nothing else means anything
// that could not be seen.
func (l *Leader) Covers() bool {
	if l.spot.aside == nothing {
		return true
	}
	if l.onPuzzle() {
		return l.Leader.Covers()
	}
	return l.spot.isText()
}

// turn goes on, or back the same way: through what does not fit, then to the next
// page. A student who has left the line comes back to it.
func (l *Leader) turn(v *layer.View, by int) (tea.Cmd, []intent.Intent) {
	if l.spot.away() {
		return l.back(v)
	}
	if step := max(1, l.spot.height-1); l.spot.isText() && by > 0 && l.spot.top < l.spot.most {
		l.spot.scroll(step)
		return nil, nil
	} else if l.spot.isText() && by < 0 && l.spot.top > 0 {
		l.spot.scroll(-step)
		return nil, nil
	}
	switch {
	case by > 0 && l.spot.atEnd() && l.spot.after != "":
		return nil, l.next()
	case by > 0 && l.spot.atEnd():
		return nil,
			[]intent.Intent{intent.Say{Text: "This is the end of the lesson. {PgUp:lesson.back} goes back, :end leaves it, {q:quit} quits."}}
	case by < 0 && l.spot.page == 0:
		return nil,
			[]intent.Intent{intent.Say{Text: "This is the first page: {PgDn:lesson.next} goes to the next one."}}
	}
	return l.show(v, l.spot.page+by, by < 0)
}

// back returns to the page, from wherever the student went.
func (l *Leader) back(v *layer.View) (tea.Cmd, []intent.Intent) {
	l.spot.comeBack()
	if l.spot.at().Scene >= 0 && v.Steps.Cursor() != l.spot.at().Step {
		return l.enter(v)
	}
	return nil, nil
}

// toggle shows the picture alone, or the page again.
func (l *Leader) toggle(v *layer.View) (tea.Cmd, []intent.Intent) {
	switch {
	case l.spot.aside == ownMoves || l.spot.aside == pictureAlone:
		return l.back(v)
	case !l.onPuzzle() && !l.spot.atEnd() && l.spot.at().Scene >= 0:
		l.spot.aside = pictureAlone
	}
	return nil, nil
}

// noOperation says why there is nothing to judge on a page of text.
func noOperation() []intent.Intent {
	return layer.Say("This page has no picture, and so no operation to judge: {PgDn:lesson.next} goes on.")
}

// hint is the explorer's: the student asks, and only that is answered.
func (l *Leader) hint() []intent.Intent {
	if l.spot.isText() {
		return noOperation()
	}
	return []intent.Intent{intent.Line("hint")}
}

// reveal shows what moves are worth, or hides it. In the explorer they may be hidden on this
// dag, too.
func (l *Leader) reveal(v *layer.View) []intent.Intent {
	if l.spot.isText() {
		return noOperation()
	}
	l.revealed = !l.revealed
	// Going to where it stands has the solver look at it.
	look := intent.GoTo{Step: v.Steps.Cursor()}
	if !l.revealed {
		return []intent.Intent{look, intent.Say{Text: "Losses are hidden."}}
	}
	shown := func(v *layer.View) (tea.Cmd, []intent.Intent) {
		if v.Silent {
			return nil, []intent.Intent{intent.Line("losses on")} // which says so
		}
		return nil, layer.Say("Losses are shown. {v:lesson.reveal} hides them.")
	}
	return []intent.Intent{look, layer.Act{Of: intent.Judges, By: layer.Leading, Do: shown}}
}

// keepOwn makes what the student did a session: nothing that a student found out is lost
// with the lesson.
func (l *Leader) keepOwn() []intent.Intent {
	kept := ", and it is saved"
	if l.library.Directory == nil {
		kept = ""
	}
	return []intent.Intent{intent.Keep{}, intent.EndLead{},
		intent.Say{Text: "This is now a session of your own" + kept + ". :lesson " + l.found.Name +
			" continues the lesson."}}
}

func (l *Leader) escape(v *layer.View) (tea.Cmd, []intent.Intent) {
	if l.spot.away() {
		return l.back(v)
	}
	return nil,
		[]intent.Intent{intent.Say{Text: "{PgDn:lesson.next} next page, {PgUp:lesson.back} back. :end leaves the lesson, {q:quit} quits."}}
}
