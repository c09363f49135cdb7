package sshd

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// gate is where connections come in. It knows who of them is waiting: has no session
// yet, so that it is not known who is behind it.
type gate struct {
	limits Limits

	mutex   sync.Mutex
	waiting []*connection // the oldest first
	rates   *rates        // of connections, by address
}

func newGate(l Limits) *gate { return &gate{limits: l, rates: aMinute(l.Arrivals)} }

// admit lets a connection in, or closes it with a sentence. Where too many wait, the
// one that has waited longest has to go: a real client needs a fraction of a
// second, and a flood takes a place for no longer.
func (g *gate) admit(raw net.Conn) (*connection, error) {
	from := address(raw.RemoteAddr())
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if !g.rates.of(from).Allow() {
		return nil, fmt.Errorf("too many connections from %s: wait a minute", from)
	}
	c := &connection{Conn: raw, gate: g, requests: rate.NewLimiter(requestsASec, requestsAtOnce)}
	c.mutex.Lock()
	c.over = time.AfterFunc(g.limits.Knock, c.giveUp)
	c.mutex.Unlock()
	g.waiting = append(g.waiting, c)
	if len(g.waiting) > g.limits.Waiting {
		oldest := g.waiting[0]
		g.waiting = g.waiting[1:]
		go oldest.Close()
	}
	return c, nil
}

// served takes a connection off the list of those that wait.
func (g *gate) served(c *connection) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	for k, w := range g.waiting {
		if w == c {
			g.waiting = append(g.waiting[:k:k], g.waiting[k+1:]...)
			return
		}
	}
}

// refuse tells why, as the protocol allows before it begins, and closes. What the client
// has sent meanwhile is taken: else the sentence would be lost with it.
func refuse(raw net.Conn, why error) {
	defer raw.Close()
	_ = raw.SetDeadline(time.Now().Add(time.Second))
	_, _ = io.WriteString(raw, "facet: "+why.Error()+"\r\n")
	if half, ok := raw.(interface{ CloseWrite() error }); ok && half.CloseWrite() == nil {
		_, _ = io.CopyN(io.Discard, raw, mostUnread)
	}
}

// mostUnread is how much is taken of a client that is refused, in bytes.
const mostUnread = 4096

// address is whom a connection counts for: the address, or the network of it where
// one user has as many as they want.
func address(a net.Addr) string {
	host, _, err := net.SplitHostPort(a.String())
	if err != nil {
		host = a.String()
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	ip = ip.Unmap()
	if ip.Is4() || ip.IsLoopback() {
		return ip.WithZone("").String()
	}
	network, err := ip.WithZone("").Prefix(64)
	if err != nil {
		return ip.String()
	}
	return network.String()
}

// addressOf is the client's own address; zero where it has none.
func addressOf(a net.Addr) netip.Addr {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr()
}

// connection is one that came in through the gate.
type connection struct {
	net.Conn
	gate *gate

	mutex    sync.Mutex
	read     int         // bytes
	over     *time.Timer // closes it as long as it has no session
	sessions int
	begun    bool   // the key exchange
	refused  int    // requests and channels
	given    string // the name that a person without a key chose

	requests *rate.Limiter
}

// connectionKey is where a connection of the gate stands in a context.
type connectionKey struct{}

// connectionOf is the connection of the gate that a context belongs to.
func connectionOf(ctx context.Context) (*connection, bool) {
	c, ok := ctx.Value(connectionKey{}).(*connection)
	return c, ok
}

// How often a client may ask for what is no session: each request is answered at this
// pace, and who is refused so often is left.
const (
	requestsASec   = 50
	requestsAtOnce = 500
)

// givenName is the name that a person without a key has on it, or has from now on.
func (c *connection) givenName(name string) string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if name != "" {
		c.given = name
	}
	return c.given
}

// refuses counts what was refused on it, and closes it where that is too much.
func (c *connection) refuses() {
	c.mutex.Lock()
	c.refused++
	enough := c.refused == c.gate.limits.Refused
	c.mutex.Unlock()
	if enough {
		go c.Close()
	}
}

// exchanged is how many bytes a client has sent at least when its keys are exchanged:
// its version and what it can do. From then on a person may be looking at a
// fingerprint or typing a passphrase.
const exchanged = 400

// Read reads, and gives a person time once the client has begun in earnest.
func (c *connection) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.read += n; !c.begun && c.read >= exchanged {
		c.begun = true
		if c.sessions == 0 {
			c.over.Reset(c.gate.limits.Grace)
		}
	}
	return n, err
}

// Write writes, but not for ever.
func (c *connection) Write(p []byte) (int, error) {
	_ = c.SetWriteDeadline(time.Now().Add(c.gate.limits.Stalled))
	return c.Conn.Write(p)
}

// SetDeadline does nothing: the deadlines are the gate's.
func (c *connection) SetDeadline(time.Time) error { return nil }

// enter notes that a session has begun on it, leave that one has ended.
func (c *connection) enter() {
	c.mutex.Lock()
	c.sessions++
	c.over.Stop()
	c.mutex.Unlock()
	c.gate.served(c)
}

func (c *connection) leave() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.sessions--; c.sessions == 0 {
		c.over.Reset(c.gate.limits.Knock)
	}
}

func (c *connection) giveUp() { _ = c.Close() }

// Close closes it.
func (c *connection) Close() error {
	c.mutex.Lock()
	c.over.Stop()
	c.mutex.Unlock()
	c.gate.served(c)
	return c.Conn.Close()
}
