package sshd

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"facet/ui/draw/style"
	"facet/ui/teach/class"
	"facet/ui/terminal"

	"github.com/charmbracelet/ssh"
)

// guestSession is one session over ssh: who came, what is typed and written there, and what they do.
type guestSession struct {
	server *Server
	guest  guest
	person *class.Person // as the class sees them

	ssh  ssh.Session
	line *channel // what the client has said of its terminal
	keys *keys
	out  *writer
	idle *idling

	ctx   context.Context
	leave context.CancelCauseFunc
}

// Why a session is ended from here.
var (
	errIdle  = errors.New("the session was idle for too long: connect again to continue")
	errClass = errors.New("the class is over: good-bye")
	errGone  = errors.New("the client has gone")

	errRemoved = errors.New("the lecturer has removed you from this class")
)

// converse carries a session out, from its word to its exit code. Before the client learns of the
// end the session counts no longer: the next one may be asked for at once.
func (s *Server) converse(session ssh.Session, who guest, l *channel, uncounted func()) {
	v := &guestSession{server: s, guest: who, ssh: session, line: l}
	v.ctx, v.leave = context.WithCancelCause(session.Context())
	defer v.leave(nil)
	defer context.AfterFunc(s.ctx, func() { v.leave(errClass) })()
	v.idle = newIdling(s.options.Limits.Idle, func() { v.leave(errIdle) })
	defer v.idle.stop()
	v.keys, v.out = newKeys(v.typed), v.writer(session)
	var helpers sync.WaitGroup
	if v.pty() {
		go func() { // it ends with the channel
			v.keys.pump(v.ctx, session)
			v.leave(errGone)
		}()
		helpers.Go(func() { l.handOn(v.ctx) })
	}
	seen := class.Who{Name: v.guest.called(), Key: v.guest.key, Lecturer: v.guest.leads,
		Listed: v.guest.listed, From: v.guest.from, Guest: &v.guest.connection.guest,
		Remove: func() { v.leave(errRemoved) }}
	if s.options.Anonymous && !v.guest.leads {
		seen.Key, seen.Anonymous = s.anonym(v.guest.key), true
	}
	if s.class.Removed(seen.Key) {
		v.leave(errRemoved)
	}
	v.person = s.class.Enter(seen)
	defer func() {
		if v.person.Leave(); s.class.Here() == 0 {
			s.shared.Clear()
		}
	}()
	began := time.Now()
	s.log.came("session", v.guest.from, "who", v.guest.name, "key", short(v.guest.key), "word",
		v.word())
	err := v.attend()
	code := 0
	switch cause := context.Cause(v.ctx); {
	case errors.Is(err, errLeft):
	case errors.Is(cause, errClass), errors.Is(cause, errIdle), errors.Is(cause, errRemoved):
		v.say(cause)
	case err != nil && !errors.Is(cause, errGone):
		v.say(err)
		code = 1
	}
	v.leave(errGone)
	v.keys.end()
	uncounted()
	_ = session.Exit(code)
	helpers.Wait()
	s.log.came("left", v.guest.from, "who", v.guest.name, "key", short(v.guest.key), "after",
		time.Since(began).Round(time.Second), "code", code)
}

// attend does what the session came for.
func (s *guestSession) attend() error {
	if s.ctx.Err() != nil { // removed
		return nil
	}
	return s.run(func() error { return s.carryOut(strings.Fields(s.command())) })
}

// run does something whose panic ends this session alone.
func (s *guestSession) run(do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = s.broken(&terminal.Broken{Value: r, Stack: debug.Stack()})
		}
	}()
	err = do()
	var broken *terminal.Broken
	if errors.As(err, &broken) {
		err = s.broken(broken)
	}
	return err
}

// broken notes a panic for the operator; the client gets a sentence.
func (s *guestSession) broken(b *terminal.Broken) error {
	s.server.log.panicked(s.guest.from, b.Value, b.Stack, "who", s.guest.name)
	if s.guest.key != "" {
		return errors.New("this session failed; your work is saved: connect again to continue")
	}
	return errors.New("this session failed: connect again to start again")
}

// unwritten notes what could not be written, for the operator.
func (s *guestSession) unwritten(err error) {
	s.server.log.noteFrom(s.server.log.harm, slog.LevelError, "not saved", s.guest.from, "who", s.guest.name,
		"err", err)
	s.server.class.Unsaved(cause(err))
}

// short is enough of a fingerprint to tell keys apart in the log.
func short(key string) string { return key[:min(12, len(key))] }

// framesASecond is how often a guest's screen is drawn, at most.
const framesASecond = 30

// writer writes to the client, or where the client shows what went wrong.
func (s *guestSession) writer(out io.Writer) *writer {
	return &writer{out: out, touch: s.idle.drew, stalled: s.server.options.Limits.Stalled,
		leave: func() { _ = s.guest.connection.Close() }}
}

// typed notes that a key has come.
func (s *guestSession) typed() {
	s.idle.typed()
	if s.guest.leads {
		s.server.crowd.Pressed()
	}
}

// pty reports whether there is a terminal.
func (s *guestSession) pty() bool {
	_, pty := s.line.now()
	return pty
}

// end is the end of a line, as the terminal wants it.
func (s *guestSession) end() string {
	if s.pty() {
		return "\r\n"
	}
	return "\n"
}

// say writes a sentence that is no result.
func (s *guestSession) say(err error) {
	_, _ = io.WriteString(s.writer(s.ssh.Stderr()), "facet: "+style.Message(err.Error())+s.end())
}

// text takes lines as the terminal wants them.
func (s *guestSession) text() io.Writer {
	if s.pty() {
		return terminal.Returns(s.out)
	}
	return s.out
}

// terminal is what the next program of this session is shown on.
func (s *guestSession) terminal() terminal.Terminal {
	size, _ := s.line.now()
	t := terminal.Terminal{
		In: s.keys.open(), Out: s.out, Getenv: s.line.Getenv,
		Width: size.Width, Height: size.Height, Sizes: s.line.sizes,
		Crowd: s.server.crowd, Leads: s.guest.leads,
	}
	if !t.Leads { // all look at a lecturer's screen
		t.Turns = &s.server.large
	}
	return t
}
