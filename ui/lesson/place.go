package lesson

import "facet/model/lesson"

// Place says what the page on the screen begins: a chapter or a step; empty for
// what goes on with either. Over tells that it is the page after the last.
func (g *Leader) Place() (begins string, over bool) {
	if g.atEnd() {
		return "end", true
	}
	p := g.at()
	switch {
	case p.First:
		return g.Course.Chapters[p.Chapter].Title, false
	case p.Kind == lesson.PageStep:
		if step, ok := g.Course.Scenes[p.Scene].Step(p.Step); ok {
			return step.Title, false
		}
	}
	return "", false
}
