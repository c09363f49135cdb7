package sshd

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"facet/ui/teach/class"
	"facet/ui/terminal"

	"github.com/charmbracelet/ssh"
)

// guestSession is one session over ssh: who came, from which client, and what they do.
type guestSession struct {
	server *Server
	client *client
	guest  guest
	person *class.Person // as the class sees them

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
	v := &guestSession{server: s, guest: who}
	v.ctx, v.leave = context.WithCancelCause(session.Context())
	defer v.leave(nil)
	defer context.AfterFunc(s.ctx, func() { v.leave(errClass) })()
	v.client = newClient(session, l, s.options.Limits, func() { v.leave(errIdle) })
	defer v.client.idle.stop()
	v.client.crowd, v.client.leads = s.crowd, v.guest.leads
	if !v.guest.leads { // all look at a lecturer's screen
		v.client.turns = &s.large
	}

	var helpers sync.WaitGroup
	if v.client.pty() {
		go func() { // it ends with the channel
			v.client.keys.pump(v.ctx, session)
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
		v.client.word())
	err := v.attend()
	code := 0
	switch cause := context.Cause(v.ctx); {
	case errors.Is(err, errLeft):
	case errors.Is(cause, errClass), errors.Is(cause, errIdle), errors.Is(cause, errRemoved):
		v.client.say(cause)
	case err != nil && !errors.Is(cause, errGone):
		v.client.say(err)
		code = 1
	}
	v.leave(errGone)
	v.client.keys.end()
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
	return s.run(func() error { return s.carryOut(strings.Fields(s.client.command())) })
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
