package presenter

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
	told  string // why the last place could not be kept
}

// keptMsg says why a place could not be kept, unless that was said before.
type keptMsg struct{ err error }

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
		if err := w.flush(); err != nil {
			return keptMsg{err}
		}
		return nil
	}
}

// flush writes what is not written yet. What cannot be kept is lost: that is said once,
// and no reason to stop a lesson.
func (w *writer) flush() error {
	if w.keep == nil {
		return nil
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.state.Lock()
	place, dirty := w.place, w.dirty
	w.dirty = false
	w.state.Unlock()
	if !dirty {
		return nil
	}
	err := w.keep.KeepLesson(w.key, place)
	if err == nil {
		w.told = ""
		return nil
	}
	if err.Error() == w.told {
		return nil
	}
	w.told = err.Error()
	return err
}
