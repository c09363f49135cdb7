package sshd

import (
	"bytes"
	"errors"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// The line to join has the address that --invite names, on the operator's terminal, on the
// page for the wall, and where ssh gives up.
func TestInvitation(t *testing.T) { synctest.Test(t, invitation) }

func invitation(t *testing.T) {
	o, lecturer := withLecturer(t)
	var out bytes.Buffer
	o.Invite, o.Out = "class.example.org", &out
	r := openWithin(t, o)
	r.greet(&net.TCPAddr{IP: net.IPv4zero, Port: 2222})
	const join = "ssh -p 2222 follow@class.example.org"
	if !strings.Contains(out.String(), join+"\n") {
		t.Errorf("it says %q", out.String())
	}
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "board"})
	ada.sees(join)
	ada.press("i")
	ada.sees("Windows: open Windows Terminal or PowerShell")
	ada.sees(r.fingerprint())
	if err := r.needsLogin(); !strings.Contains(bannerOf(err), "write guest@class.example.org") {
		t.Errorf("a client that gives up reads %q", bannerOf(err))
	}
	ada.press("\x03\x03")
	ada.ends()
}

// The counters are in the log each minute, without being asked.
func TestCountersEachMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o, log := standard(t), &noted{}
		o.Log = log
		s, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		s.work.start(func() { s.tend(nil) })
		time.Sleep(3*countsApart + time.Second)
		if n := strings.Count(log.String(), "msg=counters "); n != 3 {
			t.Errorf("%d times in three minutes: %s", n, log)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// bannerOf is what a client reads where it is refused.
func bannerOf(err error) string {
	var banner *gossh.BannerError
	if !errors.As(err, &banner) {
		return ""
	}
	return banner.Message
}
