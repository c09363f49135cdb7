package web

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"time"

	"facet/ui/teach/latest"
)

// Size is that of a screen, in cells.
type Size struct{ Width, Height int }

// String writes it as it stands in an address.
func (s Size) String() string { return strconv.Itoa(s.Width) + "x" + strconv.Itoa(s.Height) }

// sizes are those of the screens there are: that of a telephone held sideways, and that of
// a large window.
var sizes = []Size{{80, 24}, {120, 40}}

// frame is a screen as rows that are ready to be sent.
type frame struct {
	rows   [][]byte // as JSON
	pieces [][]piece
	since  []uint64 // the version in which a row changed last

	mutex   sync.Mutex
	changes map[uint64][]byte // what leads here from other versions, once for all who stand there
}

// mostChanges is how many versions behind others have what leads here made once for all.
const mostChanges = 8

// after gives the event that leads here from a version; 0 is none.
func (f *frame) after(version uint64) []byte {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if text, ok := f.changes[version]; ok {
		return text
	}
	var b bytes.Buffer
	b.WriteString("event: rows\ndata: {\"n\":" + strconv.Itoa(len(f.rows)) + ",\"rows\":[")
	some := false
	for y, row := range f.rows {
		if version > 0 && f.since[y] <= version {
			continue
		}
		if some {
			b.WriteByte(',')
		}
		some = true
		b.WriteString("[" + strconv.Itoa(y) + ",")
		b.Write(row)
		b.WriteByte(']')
	}
	b.WriteString("]}\n\n")
	if len(f.changes) < mostChanges {
		f.changes[version] = b.Bytes()
	}
	return b.Bytes()
}

// projector is an explorer of one size, which runs as long as its screen is looked at, and
// somewhat longer: pages are loaded again.
type projector struct {
	size   Size
	hues   map[string]string
	player *player
	frames latest.Value[*frame]
}

// put takes the explorer's next screen.
func (s *projector) put(screen string) {
	before, version := s.frames.Now()
	version++ // its own
	next := &frame{changes: make(map[uint64][]byte)}
	lines := strings.Split(screen, "\n")
	if len(lines) < s.size.Height { // the explorer does not know its size yet
		return
	}
	same := before != nil && len(before.rows) == len(lines)
	for y, line := range lines {
		row := pieces(line, s.hues)
		text, err := json.Marshal(row)
		if err != nil {
			text = []byte("[]")
		}
		since := version
		if before != nil && y < len(before.rows) && bytes.Equal(before.rows[y], text) {
			since = before.since[y]
		}
		same = same && since != version
		next.rows, next.pieces, next.since = append(next.rows, text), append(next.pieces, row),
			append(next.since, since)
	}
	if !same {
		s.frames.Set(next)
	}
}

// player runs something as long as it is wanted.
type player struct {
	play func(context.Context) error
	ctx  context.Context // ends with the server
	told func(error)

	mutex  sync.Mutex
	wanted int
	ended  bool // the server has ended
	end    context.CancelFunc
	late   *time.Timer // ends what is not wanted
	over   sync.WaitGroup
}

// How long what is not wanted goes on, and how long it rests after it broke.
const (
	lingers  = 30 * time.Second
	restsFor = time.Second
	restMost = time.Minute
)

// want wants it until leave is called.
func (p *player) want() (leave func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.wanted++
	if p.late != nil {
		p.late.Stop()
	}
	if p.end == nil && !p.ended {
		ctx, end := context.WithCancel(p.ctx)
		p.end = end
		p.over.Go(func() { p.run(ctx) })
	}
	return func() {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		if p.wanted--; p.wanted == 0 && !p.ended {
			p.late = time.AfterFunc(lingers, p.unwanted)
		}
	}
}

// unwanted ends it where it is still not wanted.
func (p *player) unwanted() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.wanted == 0 && p.end != nil {
		p.end()
		p.end = nil
	}
}

// close ends it, and waits until it has ended.
func (p *player) close() {
	p.mutex.Lock()
	p.ended = true
	if p.late != nil {
		p.late.Stop()
	}
	if p.end != nil {
		p.end()
	}
	p.mutex.Unlock()
	p.over.Wait()
}

// run runs it again where it breaks off.
func (p *player) run(ctx context.Context) {
	for rest := restsFor; ; rest = min(2*rest, restMost) {
		err := p.play(ctx)
		if ctx.Err() != nil {
			return
		}
		p.told(err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(rest):
		}
	}
}
