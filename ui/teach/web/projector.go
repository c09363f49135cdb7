package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"
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
}

// after gives the event that leads here from a version; 0 is none.
func (f *frame) after(version uint64) []byte {
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
	return b.Bytes()
}

// projector is the screen of an explorer of one size.
type projector struct {
	size   Size
	hues   map[string]string
	frames latest.Value[*frame]
}

// put takes the explorer's next screen.
func (s *projector) put(screen string) {
	before, version := s.frames.Now()
	version++ // its own
	next := &frame{}
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

// How long an explorer rests after it broke.
const (
	restsFor = time.Second
	restMost = time.Minute
)

// play runs an explorer until the server ends, and again where it breaks off.
func (s *Server) play(explorer func(context.Context) error) {
	for rest := restsFor; ; rest = min(2*rest, restMost) {
		err := unbroken(func() error { return explorer(s.ctx) })
		if s.ctx.Err() != nil {
			return
		}
		s.options.Broken(err)
		select {
		case <-s.ctx.Done():
			return
		case <-time.After(rest):
		}
	}
}

// unbroken gives a panic as an error.
func unbroken(do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it broke off: %v\n%s", r, debug.Stack())
		}
	}()
	return do()
}
