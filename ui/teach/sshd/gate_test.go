package sshd

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// reads is a client whose user looks at the fingerprint for as long as they want; it gives
// the error of getting in after that.
func reads(r *classroom, k gossh.Signer) (accept chan<- struct{}, in <-chan error) {
	r.Helper()
	looked, done := make(chan struct{}), make(chan error, 1)
	config := login("student", k)
	check := config.HostKeyCallback
	config.HostKeyCallback = func(host string, at net.Addr, key gossh.PublicKey) error {
		<-looked
		return check(host, at, key)
	}
	go func() {
		c, err := gossh.Dial("tcp", r.address, config)
		if err == nil {
			var s *gossh.Session
			if s, err = c.NewSession(); err == nil {
				_, err = s.Output("help")
			}
			_ = c.Close()
		}
		done <- err
	}()
	return looked, done
}

// A flood of connections that say nothing, or garbage, or a little at a time, closes no
// connection whose user reads the server's fingerprint, also from the same address.
func TestReadersStay(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Limits.Waiting, o.Limits.Rate, o.Limits.Grace, o.Limits.Arrivals = 20, 100_000, patience, 1_000_000
	r := open(t, o)
	const readers = 20
	var accept []chan<- struct{}
	var in []<-chan error
	for range readers {
		a, i := reads(r, nil)
		accept, in = append(accept, a), append(in, i)
	}
	r.awaits("all to read", func() bool { return r.gate.readers.Len() == readers })
	for k := range 10 * readers {
		c, err := net.Dial("tcp", r.address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		switch k % 3 {
		case 1: // lines before the version are allowed, and are no key exchange
			_, _ = io.WriteString(c, strings.Repeat("hello\r\n", 100))
		case 2:
			_, _ = io.WriteString(c, "SSH-2.0-x\r\n")
		}
	}
	r.awaits("silent ones to be closed", func() bool {
		return strings.Contains(r.log.String(), errSilent.Error())
	})
	for k := range accept {
		close(accept[k])
		if err := <-in[k]; err != nil {
			t.Errorf("reader %d: %v", k, err)
		}
	}
}

// A class that comes all at once gets in, as many as there may be sessions. With -tags long
// 400 come within a minute and read until the last has come.
func TestAllReadAtOnce(t *testing.T) {
	t.Parallel()
	o := standard(t)
	readers, between := size(30, 400), size(0, time.Minute/400)
	o.Limits.Sessions, o.Limits.PerAddress, o.Limits.Grace = readers, readers, patience
	o.Limits.Rate = 10 * readers // as with the class's code
	r := open(t, o)
	var accept []chan<- struct{}
	var in []<-chan error
	for range o.Limits.Sessions {
		a, i := reads(r, nil)
		accept, in = append(accept, a), append(in, i)
		time.Sleep(between)
	}
	r.awaits("all to read", func() bool { return r.gate.readers.Len() == o.Limits.Sessions })
	for k := range accept {
		close(accept[k])
	}
	for k := range in {
		if err := <-in[k]; err != nil {
			t.Errorf("reader %d: %v", k, err)
		}
	}
}

// Guests without a key, who take all places that an address or the class has, shut out
// neither a lecturer nor a student with a key; nor do guests with keys, which are free, shut out
// a lecturer.
func TestLecturersGetIn(t *testing.T) { synctest.Test(t, lecturersGetIn) }

func lecturersGetIn(t *testing.T) {
	for _, full := range []struct {
		set  func(*Limits)
		keys bool
	}{
		{func(l *Limits) { l.PerAddress = 8 }, false},
		{func(l *Limits) { l.Sessions = 8 }, false},
		{func(l *Limits) { l.PerAddress = 8 }, true},
		{func(l *Limits) { l.Sessions = 8 }, true},
	} {
		o, lecturer := withLecturer(t)
		full.set(&o.Limits)
		r := openWithin(t, o)
		refused := false
		for range 4 {
			var k gossh.Signer
			if full.keys {
				k = key(t)
			}
			c := r.dial("other", k)
			for range 10 {
				if _, err := c.NewSession(); err != nil {
					refused = true
					break
				}
			}
		}
		if !refused || r.sessions.total != 8 {
			t.Errorf("guests have %d sessions", r.sessions.total)
		}
		for range 10 {
			if out, _, code := said(t, r.dial("ada", lecturer), "help"); code != 0 ||
				!strings.Contains(out, "board") {
				t.Errorf("the lecturer is shut out: %q", out)
			}
		}
		student := r.dial("student", key(t))
		if _, err := student.NewSession(); (err == nil) != (!full.keys && o.Limits.PerAddress == 8) {
			t.Errorf("where guests have keys (%v), a student with a key gets %v", full.keys, err)
		}
	}
}

// awaits waits until something holds at the gate.
func (r *classroom) awaits(what string, holds func() bool) {
	r.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		r.gate.mutex.Lock()
		ok := holds()
		r.gate.mutex.Unlock()
		if ok {
			return
		}
		if time.Now().After(end) {
			r.Fatal("waited in vain for", what)
		}
	}
}

// While floods of silent, slow and half-open connections come from one address and from 200,
// all who read the fingerprint come in, and so do a lecturer and a student with a key.
func TestFloods(t *testing.T) {
	t.Parallel()
	for _, addresses := range []int{1, 200} {
		o, lecturer := withLecturer(t)
		o.Limits.Rate, o.Limits.Grace = 100_000, patience
		r := open(t, o)
		from := func(k int) *net.Dialer {
			return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 9, byte(k/250), byte(1+k%250))}}
		}
		if c, err := from(0).Dial("tcp", r.address); err != nil {
			t.Skipf("this system has one loopback address: %v", err)
		} else {
			c.Close()
		}
		ctx, over := context.WithCancel(t.Context())
		var flood sync.WaitGroup
		for n := range 4 {
			flood.Go(func() {
				var all []net.Conn
				for k := n; ctx.Err() == nil; k += 4 {
					c, err := from(k%addresses).Dial("tcp", r.address)
					if err != nil {
						continue
					}
					if all = append(all, c); len(all) > 400 {
						all[0].Close()
						all = all[1:]
					}
					switch k % 3 {
					case 1:
						_, _ = io.WriteString(c, "SSH-2.0-x\r\n")
					case 2:
						_, _ = io.WriteString(all[len(all)/2], "S")
					}
					time.Sleep(4 * time.Millisecond)
				}
				for _, c := range all {
					c.Close()
				}
			})
		}
		r.awaits("a flood", func() bool { return r.gate.silent.Len() >= 100 })
		var accept []chan<- struct{}
		var in []<-chan error
		for range size(8, 100) {
			a, i := reads(r, nil)
			accept, in = append(accept, a), append(in, i)
		}
		r.awaits("all to read", func() bool { return r.gate.readers.Len() >= len(in) })
		for k := range accept {
			close(accept[k])
			if err := <-in[k]; err != nil {
				t.Errorf("%d addresses: reader %d: %v", addresses, k, err)
			}
		}
		for _, k := range []gossh.Signer{lecturer, key(t)} {
			if _, told, code := said(t, r.dial("ada", k), "help"); code != 0 {
				t.Errorf("%d addresses: %q", addresses, told)
			}
		}
		over()
		flood.Wait()
	}
}

// A connection that is closed before its session ends, as by a line that breaks, is kept by
// nothing.
func TestAClosedConnectionWaitsForNothing(t *testing.T) {
	t.Parallel()
	client, raw := net.Pipe()
	defer client.Close()
	c, err := newGate(standard(t).Limits, func(string, error) {}).admit(raw)
	if err != nil {
		t.Fatal(err)
	}
	c.enter()
	_ = c.Close()
	c.leave()
	if c.over.Stop() {
		t.Error("it waits to be closed again")
	}
}
