package sshd

import (
	"io"

	"facet/ui/draw/style"
	"facet/ui/terminal"

	"github.com/charmbracelet/ssh"
)

// framesASecond is how often a guest's screen is drawn, at most.
const framesASecond = 30

// client is the other end of a session: what was asked for, what is typed, and what is
// written to it.
type client struct {
	session ssh.Session
	line    *channel
	keys    *keys
	out     *writer
	turns   *terminal.Turns // of large windows; nil where it need not wait
	crowd   *terminal.Crowd
	leads   bool // a lecturer sits there, who is served first

	idle *idling
}

// newClient begins to look at what a client does; idle is called when it does nothing for
// too long.
func newClient(session ssh.Session, l *channel, limits Limits, idle func()) *client {
	c := &client{session: session, line: l, idle: newIdling(limits.Idle, idle)}
	c.keys = newKeys(func() {
		c.idle.typed()
		if c.leads {
			c.crowd.Pressed()
		}
	})
	c.out = &writer{out: session, touch: c.idle.drew, stalled: limits.Stalled, leave: func() {
		if one, ok := connectionOf(session.Context()); ok {
			_ = one.Close()
		}
	}}
	return c
}

// pty reports whether there is a terminal.
func (c *client) pty() bool {
	_, pty := c.line.now()
	return pty
}

// end is the end of a line, as the terminal wants it.
func (c *client) end() string {
	if c.pty() {
		return "\r\n"
	}
	return "\n"
}

// say writes a sentence that is no result.
func (c *client) say(err error) {
	out := &writer{out: c.session.Stderr(), touch: c.idle.drew, stalled: c.out.stalled, leave: c.out.leave}
	_, _ = io.WriteString(out, "facet: "+style.Message(err.Error())+c.end())
}

// text takes lines as the terminal wants them.
func (c *client) text() io.Writer {
	if c.pty() {
		return terminal.Returns(c.out)
	}
	return c.out
}

// terminal is what the next program of this session is shown on.
func (c *client) terminal() terminal.Terminal {
	size, _ := c.line.now()
	return terminal.Terminal{
		In: c.keys.open(), Out: c.out, Getenv: c.line.Getenv,
		Width: size.Width, Height: size.Height, Sizes: c.line.sizes, Turns: c.turns, Crowd: c.crowd,
		Leads: c.leads,
	}
}
