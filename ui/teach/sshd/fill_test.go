package sshd

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"facet/model"
	"facet/planner"
)

// Whatever a stranger without a key sends, the log stays small: long names are clipped,
// so many lines are written for an address, and the client is left in the end.
func TestTheLogIsNotFilled(t *testing.T) { synctest.Test(t, theLogIsNotFilled) }

func theLogIsNotFilled(t *testing.T) {
	o := standard(t)
	r := openWithin(t, o)
	name := strings.Repeat("x\n", 1500)
	c := r.dial("student", nil)
	for range requestsAtOnce / 4 {
		if _, _, err := c.OpenChannel(name, nil); err == nil ||
			!strings.Contains(err.Error(), "facet forwards nothing") {
			t.Fatal("a channel of that name:", err)
		}
	}
	for range requestsAtOnce {
		_, _, _ = c.SendRequest(name, false, nil)
	}
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_ = c.Wait()
	}()
	select {
	case <-closed:
	case <-time.After(patience):
		t.Fatal("it is not closed")
	}
	c = r.dial("student", nil)
	for range 20 {
		_, _, _ = said(t, c, "rm -rf "+name[:900])
	}
	c.Close()
	text := r.log.String()
	for line := range strings.Lines(text) {
		if len(line) > 1000 {
			t.Errorf("a line of %d bytes: %.100q", len(line), line)
		}
	}
	if n := strings.Count(text, "refused"); n == 0 || n > 100 {
		t.Errorf("%d lines about what was refused", n)
	}
	r.Server.log.counters()
	if lost := r.log.String(); !strings.Contains(lost, "counters") || strings.Contains(lost, "left-out=0") {
		t.Errorf("nothing was counted: %s", tail(lost))
	}
}

// Neither does who breaks something again and again, and not all addresses are remembered.
func TestTheLogHasAnEnd(t *testing.T) {
	var out strings.Builder
	j := newJournal(&out)
	long, stack := strings.Repeat("y", 10_000), []byte(strings.Repeat("z", 100_000))
	for range 1000 {
		j.panicked("somewhere", long, stack)
	}
	if out.Len() > 20*(mostStack+2*mostLogged+200) {
		t.Errorf("%d bytes", out.Len())
	}
	for k := range 2 * mostRates {
		j.came("session", fmt.Sprint(k), "who", "x")
	}
	if n := len(j.visits.names); n > mostRates {
		t.Errorf("%d addresses are remembered", n)
	}
}

// The file of the log begins anew before it fills the disk.
func TestTheLogFileBeginsAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "class.log")
	for range 2 { // and goes on after a restart
		l, err := openLog(path, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			if _, err := io.WriteString(l, strings.Repeat("x", 99)+"\n"); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{path, path + ".1"} {
		if info, err := os.Stat(name); err != nil || info.Size() > 1000 || info.Size() == 0 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

// A puzzle whose par is not known has one referee and one search for all who open it, and
// that search waits among the others.
func TestOneRefereeForAll(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Dags = hard(t)
	o.Limits.Search = patience
	r := open(t, o)
	var all []*screen
	for range size(4, 60) {
		x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "puzzle hard"})
		all = append(all, x)
	}
	for _, x := range all {
		x.sees("Find an optimal sequence for")
	}
	if n := r.pool.Waiting(); n > 0 {
		t.Errorf("%d searches for one question", n)
	}
	for _, x := range all {
		x.press("h") // and one judgement
	}
	for _, x := range all {
		x.press("\x03\x03")
		x.ends()
	}
	next, err := r.pool.Start(t.Context(), model.NewState(sample(t, "lion")), planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	until(t, "the search to end, since nobody is there", func() bool {
		return !next.Company().Waits
	})
	next.Stop()
}

// One key's puzzles are limited, and so are new keys from one address; places of those
// who do not come back expire.
func TestPlacesHaveAnEnd(t *testing.T) {
	dir := t.TempDir()
	l := Standard()
	l.Keys, l.Sessions = 1000, 50
	newADay := l.newADay()
	print := func(n int) string { return fmt.Sprintf("%064x", n) }
	p, err := openPlaces(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	given := 0
	for n := range 2 * newADay {
		home, err := p.use(guest{key: print(n), from: "192.0.2.1"})
		if err != nil {
			continue
		}
		given++
		if err := os.MkdirAll(filepath.Join(home, "sessions"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if given != newADay {
		t.Errorf("%d new keys from one address", given)
	}
	if _, err := p.use(guest{key: print(9999), from: "192.0.2.1", listed: true}); err != nil {
		t.Error("who is listed has no place:", err)
	} // nothing is written
	if n := len(p.keys()); n != newADay {
		t.Errorf("%d places are taken", n)
	}
	old := time.Now().Add(-l.Expire - time.Hour)
	for n := range 10 {
		for _, path := range []string{filepath.Join(p.home(print(n)), "sessions"), p.home(print(n))} {
			if err := os.Chtimes(path, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	other := filepath.Join(dir, "other")
	if err := os.Mkdir(other, 0o700); err != nil || os.Chtimes(other, old, old) != nil {
		t.Fatal(err)
	}
	sessions := newLimiter(l, false)
	leave, err := sessions.enter(guest{key: print(0), listed: true})
	if err != nil {
		t.Fatal(err)
	}
	if p.expire(time.Now(), sessions.here); len(p.keys()) != newADay-9 {
		t.Errorf("%d places are left while one of the old ones is used", len(p.keys()))
	}
	leave()
	if p, err = openPlaces(dir, l); err != nil || len(p.keys()) != newADay-10 {
		t.Errorf("%d places are left: %v", len(p.keys()), err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error("somebody else's folder is gone")
	}
}

// The disk is not filled: neither by one key with sessions nor by many keys.
func TestTheDiskIsNotFilled(t *testing.T) { synctest.Test(t, theDiskIsNotFilled) }

func theDiskIsNotFilled(t *testing.T) {
	o := standard(t)
	o.Limits.Kept, o.Limits.Keys = 2, 1
	r := openWithin(t, o)
	x := r.sit(r.dial("student", key(t)), device{"xterm-256color", 120, 40, nil, "explore"})
	x.sees("step 0/0")
	for k := range 3 {
		x.press("\r")
		x.sees("step 1/1")
		if k == 2 {
			x.sees("2 sessions are saved already")
			break
		}
		time.Sleep(time.Minute) // of the bubble: it is saved meanwhile
		if files, _ := filepath.Glob(filepath.Join(o.State, "people", "*", "sessions",
			"*.json")); len(files) != k+1 {
			t.Fatalf("%d sessions are kept, want %d", len(files), k+1)
		}
		x.forget()
		x.press(":restart\r")
		x.sees("step 0/0")
	}
	x.press("\x03\x03")
	x.ends()
	y := r.sit(r.dial("student", key(t)), device{"xterm-256color", 120, 40, nil, "explore"})
	y.sees("the limit of 1 keys with saved work is reached")
	y.press("\x03\x03")
	y.ends()
}
