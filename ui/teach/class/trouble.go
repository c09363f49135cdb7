package class

import (
	"sync"
	"time"

	"facet/ui/draw/style"
)

// trouble is what keeps the class from saving. Every saver tries again and again, so that
// what was not noted again for a while is over.
type trouble struct {
	mutex sync.Mutex
	why   string
	last  time.Time
}

// troubleFor is how long trouble is shown after it was noted: longer than between two
// attempts to save.
const troubleFor = 45 * time.Second

// Unsaved notes why something could not be saved just now, for the board. It is safe for
// concurrent use.
func (t *trouble) Unsaved(why string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.why, t.last = style.Printable(why), time.Now()
}

// now is what keeps the class from saving; empty where it saves.
func (t *trouble) now() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if time.Since(t.last) > troubleFor {
		return ""
	}
	return t.why
}
