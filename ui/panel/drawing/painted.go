package drawing

import (
	"sync"
	"weak"

	"facet/ui/picture"
	"facet/ui/style"
)

// painted is a picture as it is on a screen.
type painted struct {
	rows   []string
	places picture.Places
}

// bytes is how much memory it takes, about.
func (p painted) bytes() int {
	n := 500 + p.places.Bytes()
	for _, row := range p.rows {
		n += 16 + len(row)
	}
	return n
}

// paintings are the last pictures that were painted, for whoever shows the same in a
// window of the same size and colours.
type paintings struct {
	mutex sync.Mutex
	done  map[paintKey]painted
	queue []paintKey // the oldest first
	bytes int
}

// paintKey is all that a picture on a screen depends on.
type paintKey struct {
	of   weak.Pointer[picture.Layout]
	view string
	look style.Look
}

// mostPainted is how many bytes of them are kept: those of a step in some hundred windows
// of different sizes.
const mostPainted = 8 << 20

func (c *paintings) find(key paintKey) (painted, bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	p, ok := c.done[key]
	return p, ok
}

func (c *paintings) keep(key paintKey, p painted) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if _, ok := c.done[key]; ok { // somebody else was as quick
		return
	}
	if c.done == nil {
		c.done = make(map[paintKey]painted)
	}
	c.done[key] = p
	c.queue = append(c.queue, key)
	c.bytes += p.bytes()
	for len(c.queue) > 1 && c.bytes > mostPainted {
		c.bytes -= c.done[c.queue[0]].bytes()
		delete(c.done, c.queue[0])
		c.queue = c.queue[1:]
	}
}

func (c *paintings) clear() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.done, c.queue, c.bytes = nil, nil, 0
}
