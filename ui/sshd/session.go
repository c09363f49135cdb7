package sshd

import (
	"cmp"
	"context"
	"errors"
	"io"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"facet/model"
	"facet/ui/class"
	"facet/ui/files/store"
	"facet/ui/style"
	"facet/ui/terminal"

	"github.com/charmbracelet/log"
	"github.com/charmbracelet/ssh"
)

// guestSession is one session over ssh.
type guestSession struct {
	*Server
	session ssh.Session
	line    *channel
	keys    *keys
	out     *writer

	name  string // whom to call it, as it may be printed
	named bool   // the name was listed with the key
	given string // the name that they gave themselves
	key   string // its fingerprint; empty without one
	leads bool   // it is a lecturer's

	listing *listing      // of the key; nil without
	person  *class.Person // as the class sees them

	ctx   context.Context
	leave context.CancelCauseFunc
	idle  *time.Timer
}

// Why a session is ended from here.
var (
	errIdle  = errors.New("the session was idle for too long: connect again to continue")
	errClass = errors.New("the class is over: good-bye")
	errGone  = errors.New("the client has gone")

	errRemoved = errors.New("the lecturer has removed you from this class")
)

// converse carries a session out, from its word to its exit code.
func (s *Server) converse(session ssh.Session, l *channel) {
	v := &guestSession{Server: s, session: session, line: l, name: style.Printable(session.User())}
	if _, word := wordOf(session.User()); word {
		v.name = "guest"
	}
	if key := session.PublicKey(); key != nil {
		v.key = fingerprint(key)
		v.listing, _ = s.listing(key, session.RemoteAddr())
		if v.listing != nil && v.listing.name != "" {
			v.name, v.named = style.Printable(v.listing.name), true
		}
		lecturer, err := s.lecturers.admitted(v.key, addressOf(session.RemoteAddr()), time.Now())
		v.leads = err == nil && lecturer == v.listing
	}
	v.ctx, v.leave = context.WithCancelCause(session.Context())
	defer v.leave(nil)
	defer context.AfterFunc(s.ctx, func() { v.leave(errClass) })()
	v.idle = time.AfterFunc(s.options.Limits.Idle, func() { v.leave(errIdle) })
	defer v.idle.Stop()
	v.out = &writer{out: session, touch: v.touch, stalled: s.options.Limits.Stalled, leave: s.hangUp(session.Context())}
	v.keys = newKeys(v.touch)

	var helpers sync.WaitGroup
	if _, pty := l.now(); pty {
		go func() { // it ends with the channel
			v.keys.pump(v.ctx, session)
			v.leave(errGone)
		}()
		helpers.Go(func() { l.handOn(v.ctx) })
	}
	v.given = v.knownAs()
	who := class.Who{Name: v.called(), Key: v.key, Lecturer: v.leads, From: v.from(), Connection: session.Context().Value(connectionKey{}),
		Remove: func() { v.leave(errRemoved) }}
	if s.options.Anonymous && !v.leads {
		who.Key, who.Anonymous = s.anonym(v.key), true
	}
	if s.class.Removed(who.Key) {
		v.leave(errRemoved)
	}
	v.person = s.class.Enter(who)
	defer func() {
		if v.person.Leave(); s.class.Here() == 0 {
			s.shared.Layouts().Clear()
		}
	}()
	began := time.Now()
	s.log.came("session", v.from(), "who", v.name, "key", short(v.key), "word", v.word())
	err := v.attend()
	code := 0
	switch cause := context.Cause(v.ctx); {
	case errors.Is(cause, errClass), errors.Is(cause, errIdle), errors.Is(cause, errRemoved), errors.Is(err, errLeft):
		if errors.Is(err, errLeft) {
			break
		}
		v.say(cause)
	case err != nil && !errors.Is(cause, errGone):
		v.say(err)
		code = 1
	}
	v.leave(errGone)
	v.keys.end()
	_ = session.Exit(code)
	helpers.Wait()
	s.log.came("left", v.from(), "who", v.name, "key", short(v.key), "after", time.Since(began).Round(time.Second), "code", code)
}

// from is the address that it counts for.
func (v *guestSession) from() string {
	if v.session == nil {
		return ""
	}
	return address(v.session.RemoteAddr())
}

// attend does what the session came for.
func (v *guestSession) attend() error {
	if v.ctx.Err() != nil { // removed
		return nil
	}
	return v.run(func() error { return v.carryOut(strings.Fields(v.command())) })
}

// run does something of which whatever breaks breaks nothing else.
func (v *guestSession) run(do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = v.broken(&terminal.Broken{Value: r, Stack: debug.Stack()})
		}
	}()
	err = do()
	var broken *terminal.Broken
	if errors.As(err, &broken) {
		err = v.broken(broken)
	}
	return err
}

// broken notes a panic for those who look after the server; the client gets a sentence.
func (v *guestSession) broken(b *terminal.Broken) error {
	v.log.panicked(v.from(), b.Value, b.Stack, "who", v.name)
	if v.key != "" {
		return errors.New("this session failed; your work is saved: connect again to continue")
	}
	return errors.New("this session failed: connect again to start again")
}

// command is what stands behind the host; a user's name that is a word stands for it
// where nothing does, since ssh gives a terminal only to those.
func (v *guestSession) command() string {
	c := v.session.RawCommand()
	_, named := wordOf(v.session.User())
	if said := strings.Fields(c); len(said) > 0 {
		if _, word := wordOf(said[0]); word || !named {
			return c
		}
	}
	if named { // show@HOST bat
		return strings.TrimSpace(v.session.User() + " " + c)
	}
	return ""
}

// word is the command as it is logged: without what follows it.
func (v *guestSession) word() string {
	words := strings.Fields(v.command())
	if len(words) == 0 {
		return "menu"
	}
	if _, ok := wordOf(words[0]); !ok {
		return "unknown"
	}
	return words[0]
}

// called is whom the class's board calls it: by the name that is listed with the key;
// a name that anybody may give themselves is told apart by the key or the session.
func (v *guestSession) called() string {
	name := cmp.Or(v.given, clip(v.name, 12))
	switch {
	case v.named:
		return v.name
	case v.key != "":
		return name + " " + v.key[:6]
	}
	return name
}

// clip is the beginning of a name.
func clip(name string, most int) string {
	runes := []rune(name)
	return string(runes[:min(len(runes), most)])
}

// touch tells that something happens.
func (v *guestSession) touch() { v.idle.Reset(v.options.Limits.Idle) }

// say tells the client a sentence that is no result.
func (v *guestSession) say(err error) {
	end := "\n"
	if _, pty := v.line.now(); pty {
		end = "\r\n"
	}
	out := &writer{out: v.session.Stderr(), touch: v.touch, stalled: v.out.stalled, leave: v.out.leave}
	_, _ = io.WriteString(out, "facet: "+style.Message(err.Error())+end)
}

// terminal is what the next program of this session is shown on.
func (v *guestSession) terminal() terminal.Terminal {
	size, _ := v.line.now()
	turns := &v.large
	if v.leads { // all look at them
		turns = nil
	}
	return terminal.Terminal{
		In: terminal.Keys(v.keys.open()), Out: v.out, Getenv: v.line.Getenv,
		Width: size.Width, Height: size.Height, Sizes: v.line.sizes, Turns: turns,
	}
}

// stateDirectory is where the sessions of the guest's key are kept; the error says why
// there is no such place. leave has to be called once.
func (v *guestSession) stateDirectory() (place store.Directory, leave func(), err error) {
	if v.key == "" {
		return place, func() {}, errKeyless
	}
	home, leave, err := v.places.use(v.key, v.from(), v.named)
	if err != nil {
		return place, func() {}, err
	}
	return store.At(home).Limited(v.options.Limits.Kept).Reporting(v.unwritten), leave, nil
}

// unwritten tells whoever looks after the server.
func (v *guestSession) unwritten(err error) {
	v.log.noteFrom(v.log.harm, log.ErrorLevel, "not saved", v.from(), "who", v.name, "err", err)
}

var errKeyless = errors.New("your work is lost when you leave, because you came without a key: ssh-keygen makes one")

// short is enough of a fingerprint to tell keys apart in the log.
func short(key string) string { return key[:min(12, len(key))] }

// dagOf is the dag with a name, or the first that is served.
func (v *guestSession) dagOf(name string) (*model.Dag, error) {
	if name == "" {
		return v.options.Dags[0].Dag, nil
	}
	for _, d := range v.options.Dags {
		if d.Name == name {
			return d.Dag, nil
		}
	}
	in, err := v.library.Open(v.ctx, name)
	if err != nil {
		return nil, err
	}
	return in.Dag()
}
