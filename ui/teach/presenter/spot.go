package presenter

import (
	"fmt"

	"facet/model/session"
	"facet/model/teach/lesson"
	"facet/ui/explore/intent"
)

// spot is where the student is in a course: on which page, and what of it is on the
// screen. It draws that (view.go).
type spot struct {
	course *lesson.Course
	page   int    // among the course's; their number is the end
	left   int    // the page that was reached the last time; 0 for none
	after  string // the lesson that comes next; empty for none

	rows   []string // of a text, as it was laid out last
	top    int      // the first of them that is shown
	most   int      // the last that top may be, as of the last drawing
	height int      // of the text, as of the last drawing
	bottom bool     // the page is come to from behind: show its end
	aside  aside    // what is on the screen in place of the page
	chosen int      // the chapter of the list that is selected
	told   string   // what is wrong with the page
}

// aside is what is on the screen in place of the page.
type aside uint8

const (
	thePage      aside = iota
	ownMoves           // the student has left the line
	pictureAlone       // without what the author says
	nothing            // the lecturer speaks
	chapters           // the list of them
)

// turnTo goes to a page, or to its end where it is come to from behind.
func (s *spot) turnTo(page int, fromBehind bool) {
	s.page = max(0, min(page, len(s.course.Pages)))
	s.top, s.bottom, s.told = 0, fromBehind, ""
	s.comeBack()
}

// away reports whether something else than the page is on the screen.
func (s *spot) away() bool { return s.aside != thePage }

// comeBack returns to the page.
func (s *spot) comeBack() { s.aside = thePage }

// list shows the chapters, with the one selected that the page belongs to.
func (s *spot) list() []intent.Intent {
	s.aside, s.chosen = chapters, s.at().Chapter
	return nil
}

// leaveLine lets the student make a move of their own.
func (s *spot) leaveLine() []intent.Intent {
	s.aside = ownMoves
	return []intent.Intent{intent.Focus{Panel: intent.Next}}
}

// at is the page; the last one at the end.
func (s *spot) at() *lesson.Page { return &s.course.Pages[min(s.page, len(s.course.Pages)-1)] }

// atEnd reports whether the last page was left behind.
func (s *spot) atEnd() bool { return s.page >= len(s.course.Pages) }

// scene is the session of the page; nil for a page without one.
func (s *spot) scene() *session.Session {
	if k := s.at().Scene; k >= 0 {
		return s.course.Scenes[k]
	}
	return nil
}

// isText reports whether a text is on the screen, which may be longer than the screen.
func (s *spot) isText() bool {
	switch s.aside {
	case pictureAlone, ownMoves:
		return false
	case chapters:
		return true
	}
	return s.atEnd() || s.at().Kind == lesson.PageProse || s.at().Kind == lesson.PageCompare
}

// scroll goes so many rows further in a long text.
func (s *spot) scroll(by int) { s.top = max(0, min(s.top+by, s.most)) }

// chapter is the first page of a chapter beside this one: going back goes to the
// start of this one first.
func (s *spot) chapter(by int) int {
	pages := s.course.Pages
	if by > 0 {
		for k := s.page + 1; k < len(pages); k++ {
			if pages[k].First {
				return k
			}
		}
		return len(pages)
	}
	for k := s.page - 1; k > 0; k-- {
		if pages[k].First {
			return k
		}
	}
	return 0
}

// number is the page and how many there are.
func (s *spot) number() string {
	return fmt.Sprintf("%d/%d", min(s.page+1, len(s.course.Pages)), len(s.course.Pages))
}
