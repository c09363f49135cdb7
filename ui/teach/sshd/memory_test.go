package sshd

import (
	"io"
	"net"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// within is a room without a network: clients come through pipes, so that a class can be held
// in a bubble, in which time passes only while all wait for it.
type within struct {
	come chan net.Conn
	over chan struct{}
	end  func()
}

// openWithin opens a class within the bubble that the test runs in.
func openWithin(t *testing.T, o Options) *classroom {
	t.Helper()
	t.Cleanup(func() { time.Sleep(time.Hour) }) // what ticks ends by itself, after the class
	w := &within{come: make(chan net.Conn), over: make(chan struct{})}
	w.end = sync.OnceFunc(func() { close(w.over) })
	r := openOn(t, o, w)
	r.within = w
	return r
}

func (w *within) Accept() (net.Conn, error) {
	select {
	case c := <-w.come:
		return c, nil
	case <-w.over:
		return nil, net.ErrClosed
	}
}

func (w *within) Close() error { w.end(); return nil }

func (*within) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 22} }

// come is a connection of the room.
type come struct{ net.Conn }

func (come) RemoteAddr() net.Addr { return (*within)(nil).Addr() }

// dial is a client's end of a new connection. What it sends is on its way for a while, as in a
// network: both sides begin with a line.
func (w *within) dial(config *gossh.ClientConfig) (*gossh.Client, error) {
	return w.login(w.connect(), config)
}

func (w *within) connect() net.Conn {
	client, near := net.Pipe()
	far, server := net.Pipe()
	carry(far, near)
	carry(near, far)
	w.come <- come{server}
	return client
}

func (w *within) login(client net.Conn, config *gossh.ClientConfig) (*gossh.Client, error) {
	c, channels, requests, err := gossh.NewClientConn(come{client}, "room", config)
	if err != nil {
		_ = client.Close()
		return nil, err
	}
	return gossh.NewClient(c, channels, requests), nil
}

// carry carries what comes from one connection to another.
func carry(to io.WriteCloser, from io.ReadCloser) {
	sent := make(chan []byte, 100)
	go func() {
		defer close(sent)
		for {
			part := make([]byte, 32<<10)
			n, err := from.Read(part)
			if sent <- part[:n]; err != nil {
				return
			}
		}
	}()
	go func() {
		defer to.Close()
		for part := range sent {
			if _, err := to.Write(part); err != nil {
				from.Close()
			}
		}
	}()
}
