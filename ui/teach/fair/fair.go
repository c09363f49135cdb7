// Package fair says which connection goes where too many have come: one from the address that
// has the most. So a class behind one router has all places as long as no other address wants
// them, and a flood pays for itself as long as it comes from fewer addresses than there are
// places. It knows neither ssh nor browsers.
package fair

import "slices"

// Connection is one that came in.
type Connection interface {
	comparable
	From() string // the address that it counts for
}

// Line is the connections that wait for the same, or have it, in the order in which they came.
// It is used under a lock.
type Line[C Connection] struct {
	Most   int  // how many there may be
	Newest bool // the newest from the address that has the most goes, else the oldest

	all []C
}

// Add adds a connection. Where there are too many then, over is true, and one goes that the line
// has no more: it may be the one that was added.
func (l *Line[C]) Add(c C) (goes C, over bool) {
	l.all = append(l.all, c)
	if len(l.all) <= l.Most {
		return goes, false
	}
	goes = l.unfair()
	l.Remove(goes)
	return goes, true
}

// unfair is the connection that has to go. Where several addresses have the most, it is the
// oldest or the newest of them all.
func (l *Line[C]) unfair() C {
	count := make(map[string]int)
	most := 0
	for _, c := range l.all {
		count[c.From()]++
		most = max(most, count[c.From()])
	}
	var worst C
	for _, c := range l.all {
		if count[c.From()] < most {
			continue
		}
		if worst = c; !l.Newest {
			break
		}
	}
	return worst
}

// Remove takes a connection out; false where it was not there.
func (l *Line[C]) Remove(c C) bool {
	at := slices.Index(l.all, c)
	if at < 0 {
		return false
	}
	l.all = slices.Delete(l.all, at, at+1)
	return true
}

// Len is how many there are.
func (l *Line[C]) Len() int { return len(l.all) }
