package sshd

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"facet/ui/terminal"

	gossh "golang.org/x/crypto/ssh"
)

// stalled is a client that reads nothing any more while much is drawn for it.
func (r *classroom) stalled() *gossh.Client {
	r.Helper()
	c := r.dial("stalled", nil)
	channel, requests, err := c.OpenChannel("session", nil)
	if err != nil {
		r.Fatal(err)
	}
	go gossh.DiscardRequests(requests)
	pty := struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}{"xterm", terminal.Widest, terminal.Highest, 0, 0, ""}
	if ok, err := channel.SendRequest("pty-req", true, gossh.Marshal(pty)); !ok || err != nil {
		r.Fatal(ok, err)
	}
	if ok, err := channel.SendRequest("exec", true,
		gossh.Marshal(struct{ Command string }{"explore"})); !ok || err != nil {
		r.Fatal(ok, err)
	}
	go func() {
		for range 10_000 {
			if _, err := io.WriteString(channel, "\x0c"); err != nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return c
}

// A client that does not read is closed, and no other client waits for it.
func TestStalledClients(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Limits.Stalled = 200 * time.Millisecond
	r := open(t, o)
	c := r.stalled()
	x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "explore"})
	for k := range 5 {
		x.sees(fmt.Sprintf("step %d/%d", k, k))
		x.press("\r")
	}
	over := make(chan struct{})
	go func() {
		defer close(over)
		_ = c.Wait()
	}()
	select {
	case <-over:
	case <-time.After(patience):
		t.Error("it is still there")
	}
	x.press("qq")
	x.ends()
}

// At the end everybody is told, and those who do not listen hold up nothing: Close
// fails where it takes longer than it may.
func TestGoodBye(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Dags = bat(t)
	r := open(t, o)
	for range 3 {
		r.stalled()
	}
	for range 3 {
		c := r.dial("nothing", nil) // opens nothing
		_, _, _ = c.SendRequest("keepalive@openssh.com", true, nil)
	}
	var screens []*screen
	own := key(t)
	for k, word := range []string{"explore", "follow", "", "explore lion"} {
		var as gossh.Signer
		if k == 0 {
			as = own
		}
		screens = append(screens, r.sit(r.dial("student", as), device{"xterm", 80, 24, nil, word}))
	}
	screens[0].sees("step 0/0")
	screens[0].press("\r\r\r")
	screens[0].sees("step 3/3")
	screens[1].sees("no lecturer yet")
	screens[2].sees("a class on bat")
	screens[3].sees("step 0/0")
	if err := r.end(); err != nil {
		t.Error(err)
	}
	for _, x := range screens {
		x.sees("facet: the class is over: good-bye")
		if code := x.ends(); code != 0 {
			t.Errorf("exit code %d", code)
		}
	}
	o = r.options
	out, _, _ := said(t, open(t, o).dial("student", own), "sequence")
	if strings.Count(out, "\n") != 4 {
		t.Errorf("kept is %q", out)
	}
}

// Who does nothing and sees nothing for long is told and left.
func TestIdle(t *testing.T) { synctest.Test(t, idle) }

func idle(t *testing.T) {
	o := standard(t)
	o.Limits.Idle = 300 * time.Millisecond
	r := openWithin(t, o)
	x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "explore"})
	x.sees("the session was idle for too long")
	if code := x.ends(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
