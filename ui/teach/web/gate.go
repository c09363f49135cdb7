package web

import (
	"net"
	"slices"
	"sync"
)

// gate is where connections come in. Where there are too many, those go that come from the
// address with the most: a class behind one router has all places as long as no other
// address wants them, and a flood from one address keeps no browser out that comes from another.
type gate struct {
	limits Limits

	mutex   sync.Mutex
	waiting []*connection // no browser looks on it, the oldest first
	looking []*connection // one does
	refused func(from, why string)
}

// connection is one that came in at the gate.
type connection struct {
	net.Conn
	gate *gate
	from string        // the address that it counts for
	lost chan struct{} // closed when its place is another's
}

// Close closes it.
func (c *connection) Close() error {
	c.gate.gone(c)
	return c.Conn.Close()
}

// unfair is the newest or the oldest connection from the address that has the most, and
// how many that has.
func unfair(all []*connection, newest bool) (*connection, int) {
	count := make(map[string]int)
	most := 0
	for _, c := range all {
		count[c.from]++
		most = max(most, count[c.from])
	}
	var worst *connection
	for _, c := range all {
		if count[c.from] == most && (worst == nil || newest) {
			worst = c
		}
	}
	return worst, most
}

// mostUnsent is how much the system keeps for a browser that reads slowly, in bytes: some
// screens, and not megabytes for each.
const mostUnsent = 64 << 10

// admit lets a connection in. Another one that waits may have to go for it.
func (d *gate) admit(raw net.Conn, from string) *connection {
	if tcp, ok := raw.(interface{ SetWriteBuffer(bytes int) error }); ok {
		_ = tcp.SetWriteBuffer(mostUnsent)
	}
	c := &connection{Conn: raw, gate: d, from: from, lost: make(chan struct{})}
	d.mutex.Lock()
	d.waiting = append(d.waiting, c)
	var worst *connection
	if len(d.waiting) > d.limits.waiting() {
		worst, _ = unfair(d.waiting, false)
		d.waiting = without(d.waiting, worst)
	}
	d.mutex.Unlock()
	if worst != nil {
		_ = worst.Conn.Close()
		d.refused(worst.from, "too many connections wait, and most of them come from this address")
	}
	return c
}

// look gives a connection a place among those on which a browser looks; false where there
// is none. leave has to be called once.
func (d *gate) look(c *connection) (leave func(), ok bool) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if slices.Contains(d.looking, c) {
		return nil, false // one at a time
	}
	if len(d.looking) >= d.limits.Browsers {
		own := 0
		for _, other := range d.looking {
			if other.from == c.from {
				own++
			}
		}
		worst, most := unfair(d.looking, true)
		if most <= own+1 {
			return nil, false
		}
		d.looking = without(d.looking, worst)
		close(worst.lost)
	}
	d.waiting = without(d.waiting, c)
	d.looking = append(d.looking, c)
	return func() {
		d.mutex.Lock()
		defer d.mutex.Unlock()
		d.looking = without(d.looking, c)
	}, true
}

// looks is how many browsers look.
func (d *gate) looks() int {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return len(d.looking)
}

// gone forgets a connection.
func (d *gate) gone(c *connection) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.waiting, d.looking = without(d.waiting, c), without(d.looking, c)
}

func without(all []*connection, c *connection) []*connection {
	return slices.DeleteFunc(all, func(other *connection) bool { return other == c })
}
