package web

import (
	"net"
	"sync"

	"facet/ui/teach/fair"
)

// gate is where connections come in.
type gate struct {
	refused func(from, why string)

	mutex   sync.Mutex
	waiting fair.Line[*connection] // no browser looks on it
	looking fair.Line[*connection] // one does
}

func newGate(l Limits, refused func(from, why string)) *gate {
	return &gate{refused: refused, waiting: fair.Line[*connection]{Most: l.waiting()},
		looking: fair.Line[*connection]{Most: l.Browsers, Newest: true}}
}

// connection is one that came in at the gate.
type connection struct {
	net.Conn
	gate *gate
	from string        // the address that it counts for
	lost chan struct{} // closed when its place is another's
}

// From is the address that it counts for.
func (c *connection) From() string { return c.from }

// Close closes it.
func (c *connection) Close() error {
	c.gate.gone(c)
	return c.Conn.Close()
}

// mostUnsent is how much the system keeps for a browser that reads slowly, in bytes: some
// screens, and not megabytes for each.
const mostUnsent = 64 << 10

// admit lets a connection in. One that waits may have to go for it.
func (g *gate) admit(raw net.Conn, from string) *connection {
	if tcp, ok := raw.(interface{ SetWriteBuffer(bytes int) error }); ok {
		_ = tcp.SetWriteBuffer(mostUnsent)
	}
	c := &connection{Conn: raw, gate: g, from: from, lost: make(chan struct{})}
	g.mutex.Lock()
	goes, over := g.waiting.Add(c)
	g.mutex.Unlock()
	if over {
		_ = goes.Conn.Close()
		g.refused(goes.from, "too many connections wait, and most of them come from this address")
	}
	return c
}

// look gives a connection a place among those on which a browser looks, until it is gone; false
// where there is none.
func (g *gate) look(c *connection) bool {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.waiting.Remove(c)
	goes, over := g.looking.Add(c)
	if over {
		close(goes.lost)
	}
	return goes != c
}

// looks is how many browsers look.
func (g *gate) looks() int {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.looking.Len()
}

// gone forgets a connection.
func (g *gate) gone(c *connection) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.waiting.Remove(c)
	g.looking.Remove(c)
}
