package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync/atomic"
	"syscall"

	"facet/ui/draw/style"
)

// journal is the log of a class. An address cannot fill it: texts of clients are clipped, and
// each address may cause so many lines. What is left out is counted.
type journal struct {
	log    *slog.Logger
	harm   *rates       // lines about what was refused
	visits *rates       // lines about who came and went
	lost   atomic.Int64 // lines that were left out
}

// What may be written.
const (
	mostLogged = 200     // bytes of a text that a client has sent
	mostStack  = 4 << 10 // of a panic
)

func newJournal(out io.Writer) *journal {
	return &journal{
		log:  slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{ReplaceAttr: clipped})),
		harm: newRates(0.1, 20), visits: newRates(1, 1000),
	}
}

// clipped clips what a client may have sent.
func clipped(_ []string, a slog.Attr) slog.Attr {
	switch v := a.Value.Any().(type) {
	case string:
		a.Value = slog.StringValue(clipText(v, mostLogged))
	case error:
		a.Value = slog.StringValue(clipText(v.Error(), mostLogged))
	case stackText:
		a.Value = slog.StringValue(clipText(string(v), mostStack))
	}
	return a
}

// refused notes what was refused to an address.
func (j *journal) refused(from, what string, more ...any) {
	j.noteFrom(j.harm, slog.LevelWarn, "refused", from,
		append([]any{"what", clipText(style.Printable(what), 60)}, more...)...)
}

// failed notes that a client did not log in.
func (j *journal) failed(from string, more ...any) {
	j.noteFrom(j.harm, slog.LevelWarn, "login failed", from, more...)
}

// came notes that a person has come or gone.
func (j *journal) came(what, from string, more ...any) {
	j.noteFrom(j.visits, slog.LevelInfo, what, from, more...)
}

// noteFrom writes a line that an address has caused, if it may cause another one.
func (j *journal) noteFrom(by *rates, level slog.Level, what, from string, more ...any) {
	if !by.of(from).Allow() {
		j.lost.Add(1)
		return
	}
	j.log.Log(context.Background(), level, what, append(more, "from", from)...)
}

// note writes a line that no client can cause at will.
func (j *journal) note(level slog.Level, what string, more ...any) {
	j.log.Log(context.Background(), level, what, more...)
}

// panicked writes what broke. A client that knows how to break something may do so
// again and again.
func (j *journal) panicked(from string, value any, stack []byte, more ...any) {
	j.noteFrom(j.harm, slog.LevelError, "panic", from, append(more, "value", fmt.Sprint(value), "stack",
		stackText(stack))...)
}

// stackText is a stack that is not clipped like other texts.
type stackText []byte

// counters writes what there is now, and how many lines were left out so far.
func (j *journal) counters(more ...any) {
	j.log.Info("counters", append(more, "left-out", j.lost.Load())...)
}

// clipText is the beginning of a text.
func clipText(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

// cause is why something could not be written, without the path.
func cause(err error) string {
	var system syscall.Errno
	if errors.As(err, &system) {
		return system.Error()
	}
	return "see the server's log"
}
