package sshd

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"facet/ui/terminal"

	gossh "golang.org/x/crypto/ssh"
)

// channel is a session's channel as it was opened: what the client has said of its
// terminal, and the requests that are let through. It stands between the channel and
// the ssh library, which would answer to more than a class needs, and would wait until
// every new size of a window is taken.
type channel struct {
	gossh.NewChannel
	told func(what string) // a request that was refused
	asks func()            // counts a request

	mutex  sync.Mutex
	pty    bool
	term   string
	size   terminal.Size
	env    map[string]string
	change chan struct{} // the size has changed
	sizes  chan terminal.Size

	began chan struct{} // a shell or a command was asked for
	over  chan struct{} // the channel is closed
}

// What a client may say about itself.
const (
	mostText     = 64 // bytes of a value
	mostCommand  = 1024
	resizesApart = 100 * time.Millisecond
	readBefore   = 100 * time.Millisecond
)

// environment is what a session takes over from a client's environment: how the
// terminal draws, nothing else.
var environment = [...]string{"LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "COLORFGBG", "NO_COLOR",
	"LC_TERMINAL", "TERM_PROGRAM", "TERM_FEATURES"}

func newChannel(open gossh.NewChannel, told func(string), asks func()) *channel {
	return &channel{
		NewChannel: open, told: told, asks: asks, env: make(map[string]string),
		change: make(chan struct{}, 1), sizes: make(chan terminal.Size),
		began: make(chan struct{}), over: make(chan struct{}),
	}
}

// Accept opens the channel. What it lets through is one shell or command.
func (c *channel) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	channel, all, err := c.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	through := make(chan *gossh.Request)
	go func() {
		defer close(c.over)
		defer close(through)
		begun := false
		for r := range all {
			c.asks()
			switch ok := c.request(channel, r); {
			case (r.Type == "shell" || r.Type == "exec") && ok && !begun:
				begun = true
				close(c.began)
				through <- r // it is answered there
			default:
				_ = r.Reply(ok, nil)
			}
		}
	}()
	return channel, through, nil
}

// request takes a request, or refuses it.
func (c *channel) request(channel gossh.Channel, r *gossh.Request) bool {
	switch r.Type {
	case "shell":
		return true
	case "exec":
		var command struct{ Text string }
		return gossh.Unmarshal(r.Payload, &command) == nil && len(command.Text) <= mostCommand
	case "pty-req":
		return c.terminal(r.Payload)
	case "window-change":
		var w struct{ Columns, Rows, Width, Height uint32 }
		if gossh.Unmarshal(r.Payload, &w) != nil {
			return false
		}
		c.resize(w.Columns, w.Rows)
		return true
	case "env":
		return c.variable(r.Payload)
	case "subsystem":
		c.told("a subsystem")
		_, _ = channel.Stderr().
			Write([]byte("facet: there are no files and no subsystems here: fetch your work with ssh host sequence > my.seq.\r\n"))
		time.Sleep(readBefore) // a client that is refused goes at once, and shows nothing more
		return false
	case "signal", "break", "eow@openssh.com":
		return false // harmless
	}
	c.told(r.Type)
	return false
}

// terminal notes what terminal there is.
func (c *channel) terminal(payload []byte) bool {
	var p struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}
	if gossh.Unmarshal(payload, &p) != nil || len(p.Term) > mostText || !plain(p.Term) {
		return false
	}
	c.mutex.Lock()
	again := c.pty
	c.pty, c.term = true, p.Term
	c.mutex.Unlock()
	c.resize(p.Columns, p.Rows)
	return !again
}

// resize notes a new size, within reason.
func (c *channel) resize(columns, rows uint32) {
	size := terminal.Within(columns, rows)
	if columns == 0 || rows == 0 { // it is not known
		size = terminal.Size{Width: 80, Height: 24}
	}
	c.mutex.Lock()
	c.size = size
	c.mutex.Unlock()
	select {
	case c.change <- struct{}{}:
	default:
	}
}

// variable takes a variable over if it says how to draw.
func (c *channel) variable(payload []byte) bool {
	var v struct{ Name, Value string }
	if gossh.Unmarshal(payload, &v) != nil || !slices.Contains(environment[:], v.Name) ||
		len(v.Value) > mostText || !plain(v.Value) {
		return false
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.env[v.Name] = v.Value
	return true
}

// plain reports whether a text has nothing but the visible characters of ASCII.
func plain(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f })
}

// Getenv is the environment of the session.
func (c *channel) Getenv(name string) string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	switch name {
	case "TERM":
		return c.term
	case "SSH_CONNECTION":
		return "facet" // it is one: whatever moves often would be expensive
	}
	return c.env[name]
}

// now is the terminal's size, and whether there is a terminal.
func (c *channel) now() (terminal.Size, bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.size, c.pty
}

// handOn hands the newest size on whenever it has changed, until the context ends:
// as many as can be seen, not as many as a client can send.
func (c *channel) handOn(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.change:
		}
		size, _ := c.now()
		select { // where it has changed again meanwhile, the next one follows
		case <-ctx.Done():
			return
		case c.sizes <- size:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(resizesApart):
		}
	}
}
