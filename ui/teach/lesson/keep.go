package lesson

import (
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/files/store"
)

// writer keeps how far the student came, in the background. Of places that wait to
// be written the last one counts.
type writer struct {
	keep Keeper
	key  string

	mutex sync.Mutex // held while a place is written
	state sync.Mutex
	place store.Lesson
	dirty bool
}

// note gives the command that keeps a place.
func (w *writer) note(p store.Lesson) tea.Cmd {
	if w.keep == nil {
		return nil
	}
	w.state.Lock()
	p.Best = max(p.Page, w.place.Best)
	w.dirty = w.dirty || p != w.place
	w.place = p
	w.state.Unlock()
	return func() tea.Msg {
		w.flush()
		return nil
	}
}

// flush writes what is not written yet. What cannot be kept is lost: that
// is no reason to stop a lesson.
func (w *writer) flush() {
	if w.keep == nil {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.state.Lock()
	place, dirty := w.place, w.dirty
	w.dirty = false
	w.state.Unlock()
	if dirty {
		_ = w.keep.KeepLesson(w.key, place)
	}
}
