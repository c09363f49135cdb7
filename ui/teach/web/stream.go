package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"facet/ui/teach/class"
)

// viewer is a browser that looks at a screen, with the versions of what it has.
type viewer struct {
	server          *Server
	projector       *projector
	now, rows, told uint64
}

// news is what the browser does not have, and what is closed when there is more.
func (v *viewer) news() (text []byte, more [3]<-chan struct{}) {
	var b bytes.Buffer
	status, now, newer := v.server.now.Watch()
	if more[0] = newer; now != v.now {
		event(&b, "now", stands(status))
	}
	told, version, newer := v.server.told.Watch()
	if more[1] = newer; version != v.told {
		event(&b, "told", told)
	}
	screen, rows, newer := v.projector.frames.Watch()
	if more[2] = newer; rows != v.rows {
		b.Write(screen.after(v.rows))
	}
	v.now, v.told, v.rows = now, version, rows
	return b.Bytes(), more
}

// event writes one event.
func event(b *bytes.Buffer, name string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		text = []byte("null")
	}
	b.WriteString("event: " + name + "\ndata: ")
	b.Write(text)
	b.WriteString("\n\n")
}

// standing is how things stand, as the page reads it.
type standing struct {
	Text   string  `json:"text"`
	Said   string  `json:"said"`
	Frozen bool    `json:"frozen"`
	Left   float64 `json:"left"` // seconds on the clock; clocks of browsers go wrong
}

func stands(s class.Now) standing {
	out := standing{Text: s.Text, Said: s.Said, Frozen: s.Frozen}
	if !s.Until.IsZero() {
		out.Left = max(0, time.Until(s.Until).Seconds())
	}
	return out
}

// How often a browser that gets nothing new is sent a sign of life, and within which time
// one that has lost its connection comes back, in milliseconds.
const (
	beatsApart = 15 * time.Second
	leastBack  = 500
	mostBack   = 3000
)

// stream sends a browser what changes as long as it looks.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, on *projector) {
	head := w.Header()
	head.Set("Content-Type", "text/event-stream; charset=utf-8")
	head.Set("Connection", "close")
	head.Set("X-Accel-Buffering", "no") // proxies that know it send on what they have
	if r.Method == http.MethodHead {
		return
	}
	writer := http.NewResponseController(w)
	send := func(text []byte) bool {
		_ = writer.SetWriteDeadline(time.Now().Add(s.options.Limits.Stalled))
		if _, err := w.Write(text); err != nil {
			return false
		}
		return writer.Flush() == nil
	}
	if !s.admitted(r) {
		send([]byte("event: code\ndata: {}\n\n"))
		return
	}
	c, ok := r.Context().Value(connectionKey{}).(*connection)
	if !ok {
		return
	}
	if !s.gate.look(c) {
		s.options.Refused(c.from, "as many browsers look as can")
		send([]byte("event: full\ndata: {}\n\n"))
		return
	}
	_ = writer.SetReadDeadline(time.Time{}) // it says nothing more
	s.look()
	v := &viewer{server: s, projector: on}
	if !send(fmt.Appendf(nil, "retry: %d\n\n", leastBack+rand.IntN(mostBack-leastBack))) {
		return
	}
	beat := time.NewTicker(beatsApart)
	defer beat.Stop()
	for {
		text, more := v.news()
		if len(text) > 0 {
			if !send(text) {
				return
			}
			beat.Reset(beatsApart)
		}
		select {
		case <-more[0]:
		case <-more[1]:
		case <-more[2]:
		case <-beat.C:
			if !send([]byte("event: beat\ndata: {}\n\n")) {
				return
			}
		case <-c.lost:
			send([]byte("event: full\ndata: {}\n\n"))
			return
		case <-s.ctx.Done():
			send([]byte("event: over\ndata: {}\n\n"))
			return
		case <-r.Context().Done():
			return
		}
	}
}

// firstScreen is how long an answer that ends waits for an explorer that begins only now.
const firstScreen = 3 * time.Second

// await waits for the first screen of a projector, but not for ever.
func (s *Server) await(ctx context.Context, on *projector) *frame {
	late := time.NewTimer(firstScreen)
	defer late.Stop()
	for {
		screen, _, newer := on.frames.Watch()
		if screen != nil {
			return screen
		}
		select {
		case <-newer:
		case <-late.C:
			return nil
		case <-s.ctx.Done():
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}
