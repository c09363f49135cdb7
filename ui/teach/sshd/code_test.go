package sshd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// typing is a client that answers what it is asked, one answer after another; asked counts.
func typing(user string, key gossh.Signer, asked *int, answers ...string) *gossh.ClientConfig {
	c := login(user, key)
	c.Auth = c.Auth[:len(c.Auth)-1]
	c.Auth = append(c.Auth, gossh.KeyboardInteractive(func(_, _ string, questions []string,
		_ []bool) ([]string, error) {
		if len(questions) == 0 {
			return nil, nil
		}
		*asked++
		if *asked > len(answers) {
			return nil, errors.New("the client gives up")
		}
		return []string{answers[*asked-1]}, nil
	}))
	return c
}

// A class with a code asks each key for it once, and each connection without a key; a name
// may have it. Lecturers and listed keys are not asked. Where the class is open, Enter goes on
// without it.
func TestClassCode(t *testing.T) {
	t.Parallel()
	o, lecturer := withLecturer(t)
	listed := key(t)
	o.Code, o.AuthorizedKeys = "walnut7", filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(o.AuthorizedKeys, gossh.MarshalAuthorizedKey(listed.PublicKey()),
		0o600); err != nil {
		t.Fatal(err)
	}
	r := open(t, o)
	student := key(t)
	for _, c := range []struct {
		user    string
		key     gossh.Signer
		answers []string
		asked   int
		in      bool
	}{
		{"ada", lecturer, nil, 0, true},
		{"grace", listed, nil, 0, true},
		{"eve", nil, []string{"", "1234", "walnut8"}, 3, false},
		{"eve", key(t), []string{"0000", "0000", "0000"}, 3, false},
		{"guest", nil, []string{"0", "0", "0"}, 3, false},
		{"carl", nil, []string{"walnut7"}, 1, true},
		{"carl", nil, []string{"7walnut", " wal nut7"}, 2, true},
		{"follow+walnut7", nil, nil, 0, true},
		{"help+walnut8", nil, []string{"walnut7"}, 1, true},
		{"emmy", student, []string{"walnut7"}, 1, true},
		{"emmy", student, nil, 0, true},
		{"emmy+walnut7", key(t), nil, 0, true},
	} {
		asked := 0
		client, err := gossh.Dial("tcp", r.address, typing(c.user, c.key, &asked, c.answers...))
		if (err == nil) != c.in || asked != c.asked {
			t.Errorf("%s with %q: %v, asked %d times", c.user, c.answers, err, asked)
		}
		if err == nil {
			if out, _, code := said(t, client, "help"); code != 0 || !strings.Contains(out, "follow") {
				t.Errorf("%s: %q", c.user, out)
			}
			client.Close()
		}
	}
	if strings.Contains(r.log.String(), "walnut7") {
		t.Errorf("the log has the code: %s", r.log)
	}
	if err := r.end(); err != nil {
		t.Fatal(err)
	}
	for times, code := range []string{"walnut7", "walnut8"} { // after a restart
		o.Code = code
		r = open(t, o)
		asked := 0
		client, err := gossh.Dial("tcp", r.address, typing("emmy", student, &asked, code))
		if err != nil || asked != times {
			t.Fatalf("after a restart with %s: %v, asked %d times", code, err, asked)
		}
		client.Close()
		if err := r.end(); err != nil {
			t.Fatal(err)
		}
	}
}

// Strangers at an address, with fresh keys and without, take no place, no work and no turn
// from those who have the class's code; and each is told the true reason.
func TestStrangersKeepOutNoHolder(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Open, o.Code = true, "walnut7"
	o.Limits.Rate, o.Limits.PerAddress, o.Limits.Sessions = 20, 10, 30
	r := open(t, o)
	come := func(user string, k gossh.Signer, answer string) (*gossh.Client, error) {
		asked := 0
		c, err := gossh.Dial("tcp", r.address, typing(user, k, &asked, answer))
		if err == nil {
			t.Cleanup(func() { c.Close() })
		}
		return c, err
	}
	refused := make(map[string]bool)
	for n := range 60 { // strangers, who stay
		var k gossh.Signer
		if n%2 == 0 {
			k = key(t)
		}
		c, err := come("eve", k, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.NewSession(); err != nil {
			refused[err.Error()] = true
		}
	}
	for _, want := range []string{
		"10 open sessions without a key already, and no more are allowed from one address: the class's code lets you in",
		"10 open sessions of keys that are not listed already, and no more are allowed from one address: the class's code lets you in",
		"too many sessions of 127.0.0.1, from people without a key: wait a minute, or come with a key",
	} {
		if !strings.Contains(fmt.Sprint(refused), want) {
			t.Errorf("nobody was told %q: %v", want, refused)
		}
	}
	for range o.Limits.newADay() + 10 { // the places of strangers are used up
		if _, err := r.places.use(guest{key: fingerprint(key(t).PublicKey()),
			from: "127.0.0.1"}); err != nil && !strings.Contains(err.Error(),
			"no more than 300 new keys a day from one address, and as many have come from 127.0.0.1") {
			t.Fatal(err)
		}
	}
	for n := range 30 { // the class, half of it without keys
		var k gossh.Signer
		if n%2 == 0 {
			k = key(t)
		}
		c, err := come("student", k, "walnut7")
		if err != nil {
			t.Fatal(err)
		}
		x, err := c.NewSession()
		if err != nil {
			t.Fatalf("holder %d: %v", n, err)
		}
		defer x.Close()
		if k != nil {
			if _, err := r.places.use(guest{key: fingerprint(k.PublicKey()), from: "127.0.0.1",
				coded: true}); err != nil {
				t.Errorf("holder %d: %v", n, err)
			}
		}
	}
}

// Wrong codes from one address are looked at one a second in the end, on however many connections
// they come. Right ones have to wait with them, from that address alone, and use nothing up.
func TestWrongCodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const at, elsewhere = "192.0.2.1", "192.0.2.2"
		c := newCode("4711")
		gives := func(from, text string) time.Duration {
			began := time.Now()
			if right, err := c.try(t.Context(), from, text); err != nil || right != (text == "4711") {
				t.Errorf("%s from %s: %v, %v", text, from, right, err)
			}
			return time.Since(began)
		}
		for n := range 1000 { // a class, and one in twenty mistypes it
			if late := gives(at, "4711"); late > 0 {
				t.Fatalf("a right answer took %v", late)
			} else if n%20 == 0 {
				gives(at, "4712")
			}
		}
		ctx, over := context.WithCancel(t.Context())
		var wrong atomic.Int64
		var guessing sync.WaitGroup
		for range 200 {
			guessing.Go(func() {
				for {
					if _, err := c.try(ctx, at, "0000"); err != nil {
						return
					}
					wrong.Add(1)
				}
			})
		}
		time.Sleep(10 * time.Minute)
		if n := wrong.Load(); n > 11*wrongOnes {
			t.Errorf("%d wrong ones were looked at in ten minutes", n)
		}
		if late := gives(elsewhere, "4711"); late > 0 {
			t.Errorf("a right answer from another address took %v", late)
		}
		if late := gives(at, "4711"); late > time.Hour {
			t.Errorf("a right answer from the same address took %v", late)
		}
		over()
		guessing.Wait()
	})
}

// Of those who answer and go, because a right answer would have come at once, no answer is looked
// at any more: a minute later all others have their turns again.
func TestGuessesOfThoseWhoAreGone(t *testing.T) { synctest.Test(t, guessesOfThoseWhoAreGone) }

func guessesOfThoseWhoAreGone(t *testing.T) {
	o := standard(t)
	o.Code = "walnut7"
	r := openWithin(t, o)
	for range wrongOnes {
		_, _ = r.code.look("127.0.0.1", "walnut8")
	}
	var guessing sync.WaitGroup
	for range 100 {
		guessing.Go(func() {
			asked := 0
			client := r.within.connect()
			time.AfterFunc(500*time.Millisecond, func() { client.Close() })
			if _, err := r.within.login(client, typing("eve", nil, &asked, "walnut8")); err == nil {
				t.Error("a wrong code lets in")
			}
		})
	}
	guessing.Wait()
	time.Sleep(time.Minute)
	for range wrongOnes - 5 {
		if _, wait := r.code.look("127.0.0.1", "walnut8"); wait > 0 {
			t.Fatalf("an answer waits %v", wait)
		}
	}
}

// A key that comes again without having left anything uses up no other place.
func TestOnePlaceForAKey(t *testing.T) {
	t.Parallel()
	p, err := openPlaces(t.TempDir(), Standard())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 * Standard().newADay() {
		if _, err := p.use(guest{key: strings.Repeat("0", 64), from: "192.0.2.1"}); err != nil {
			t.Fatal(err)
		}
	}
}

// The code may stand behind --code with = or, as digits, without; alone it is made up, and
// the same for a day.
func TestCodeFlag(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code, args, want, rest string
	}{
		{"walnut7", "bat 123", "walnut7", "bat 123"}, {made, "4711 bat", "4711", "bat"},
		{made, "bat", made, "bat"}, {made, "bat 4711 lion", "4711", "bat lion"},
	} {
		if code, rest := codeAmong(c.code, strings.Fields(c.args)); code != c.want ||
			strings.Join(rest, " ") != c.rest {
			t.Errorf("--code %s %s: %s, %v", c.code, c.args, code, rest)
		}
	}
	for text, ok := range map[string]bool{"walnut7": true, "": false, "123": false, "maple7": true,
		"a b c d": false, strings.Repeat("1", 21): false, "47+11": false} {
		if err := checkCode(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
	dir := t.TempDir()
	one, err := makeCode(dir)
	if err != nil || checkCode(one) != nil || len(one) != 6 {
		t.Fatalf("%q, %v", one, err)
	}
	if again, err := makeCode(dir); again != one || err != nil {
		t.Errorf("%q, then %q: %v", one, again, err)
	}
	if other, err := makeCode(t.TempDir()); err != nil || bytes.Equal([]byte(other), []byte(one)) {
		t.Errorf("%q for another class: %v", other, err)
	}
}

// A class behind one router comes at once, with keys and without: all get in, read the
// fingerprint, give the code, and follow. With -tags long there are 400.
func TestJoinAll(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Code = "walnut7"
	o.Limits.Sessions, o.Limits.Grace = size(12, 400), patience
	r := open(t, o)
	began := time.Now()
	come := make(chan error, o.Limits.Sessions)
	for n := range o.Limits.Sessions {
		var k gossh.Signer
		if n%2 == 0 {
			k = key(t)
		}
		go func() {
			asked := 0
			config := typing("follow", k, &asked, "walnut7")
			time.Sleep(time.Duration(n) * size(time.Millisecond, time.Minute/400)) // arrivals in a minute
			c, err := gossh.Dial("tcp", r.address, config)
			if err == nil {
				defer func() { <-t.Context().Done(); c.Close() }()
				var x *gossh.Session
				if x, err = c.NewSession(); err == nil {
					_, _ = x.StdinPipe() // without one the client would end at once
					if err = x.RequestPty("xterm", 24, 80, nil); err == nil {
						err = x.Shell()
					}
				}
			}
			come <- err
		}()
	}
	for range o.Limits.Sessions {
		if err := <-come; err != nil {
			t.Error(err)
		}
	}
	until(t, "all are here", func() bool { return r.class.Here() == o.Limits.Sessions })
	t.Logf("%d came in within %v", o.Limits.Sessions, time.Since(began).Round(time.Millisecond))
}
