package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"sync"
	"time"

	"facet/ui/teach/fair"

	"golang.org/x/time/rate"
)

// gate is where connections come in. It knows who of them is waiting: has no session
// yet, so that it is not known who is behind it.
type gate struct {
	limits Limits
	lost   func(from string, why error) // a connection was closed to make room for another

	mutex   sync.Mutex
	silent  fair.Line[*connection] // have not exchanged keys
	readers fair.Line[*connection] // have, and a person may be looking at a fingerprint
	rates   *rates                 // of connections, by address
}

func newGate(l Limits, lost func(from string, why error)) *gate {
	return &gate{limits: l, lost: lost, rates: aMinute(l.Arrivals),
		silent:  fair.Line[*connection]{Most: l.knocking()},
		readers: fair.Line[*connection]{Most: l.waiting()}}
}

// Why a connection is closed while it waits.
var (
	errSilent  = errors.New("it had not exchanged keys, and more came from its address than from any other while too many waited")
	errReaders = errors.New("it had not logged in, and more waited from its address than from any other while too many waited")
)

// admit lets a connection in, or closes it with a sentence. Who has not exchanged keys
// takes no place from who has: a client needs a fraction of a second for it, and a person
// is given a minute for what comes then.
func (g *gate) admit(raw net.Conn) (*connection, error) {
	from := address(raw.RemoteAddr())
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if !g.rates.of(from).Allow() {
		return nil, fmt.Errorf("too many connections from %s: wait a minute", from)
	}
	c := &connection{Conn: raw, gate: g, from: from, requests: rate.NewLimiter(requestsASec, requestsAtOnce)}
	c.mutex.Lock()
	c.over = time.AfterFunc(g.limits.Knock, func() { _ = c.Close() })
	c.mutex.Unlock()
	g.add(&g.silent, c, errSilent)
	return c, nil
}

// add has a connection wait, and closes the one that has to go for it.
func (g *gate) add(line *fair.Line[*connection], c *connection, why error) {
	if goes, over := line.Add(c); over {
		go func() {
			_ = goes.Close()
			g.lost(goes.from, why)
		}()
	}
}

// exchanges notes that a connection has exchanged keys.
func (g *gate) exchanges(c *connection) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.silent.Remove(c) {
		g.add(&g.readers, c, errReaders)
	}
}

// served takes a connection off the list of those that wait.
func (g *gate) served(c *connection) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.silent.Remove(c)
	g.readers.Remove(c)
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

// connection is one that came in through the gate.
type connection struct {
	net.Conn
	gate *gate
	from string // the address that it counts for

	mutex     sync.Mutex
	over      *time.Timer // closes it as long as it has no session
	closed    bool
	sessions  int
	exchanged bool   // its keys
	given     string // the name that a person without a key chose
	coded     bool   // the class's code was given on it
	guest     int    // the number of that person in the class

	requests *rate.Limiter
}

// From is the address that it counts for.
func (c *connection) From() string { return c.from }

// connectionKey is where a connection of the gate stands in a context.
type connectionKey struct{}

// connectionOf is the connection of the gate that a context belongs to.
func connectionOf(ctx context.Context) (*connection, bool) {
	c, ok := ctx.Value(connectionKey{}).(*connection)
	return c, ok
}

// How often a client may ask for something, with more at once, before its connection is closed.
const (
	requestsASec   = 100
	requestsAtOnce = 1000
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

// gaveCode notes that the class's code was given on it; hasCode reports whether it was.
func (c *connection) gaveCode() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.coded = true
}

func (c *connection) hasCode() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.coded
}

// asks counts a request or a channel, and closes the connection where there are too many.
func (c *connection) asks() {
	if !c.requests.Allow() {
		go c.Close()
	}
}

// keysAgreed reports whether a packet of the server's is the answer to a client's half of a
// key exchange (RFC 5656 section 4, RFC 4419 section 3). Until then packets are written one
// by one and as they are: length, padding, and the message's number. A client that has
// said nothing, or nothing that makes sense, is never answered so.
func keysAgreed(packet []byte) bool {
	return len(packet) > 5 && packet[0] == 0 && (packet[5] == 31 || packet[5] == 33)
}

// Write writes, but not for ever. It gives a person time once the client has exchanged
// keys: a fingerprint is looked at, or a passphrase typed, from then on.
func (c *connection) Write(p []byte) (int, error) {
	c.mutex.Lock()
	agreed := !c.exchanged && keysAgreed(p)
	if agreed {
		c.exchanged = true
		c.closesAfter(c.gate.limits.Grace)
	}
	c.mutex.Unlock()
	if agreed {
		c.gate.exchanges(c)
	}
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
	c.sessions--
	c.closesAfter(c.gate.limits.Knock)
}

// closesAfter closes it after a while in which it has no session. A connection that is closed is
// not kept until then. The lock is held.
func (c *connection) closesAfter(while time.Duration) {
	if c.sessions == 0 && !c.closed {
		c.over.Reset(while)
	}
}

// Close closes it.
func (c *connection) Close() error {
	c.mutex.Lock()
	c.closed = true
	c.over.Stop()
	c.mutex.Unlock()
	c.gate.served(c)
	return c.Conn.Close()
}
