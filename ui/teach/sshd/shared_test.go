package sshd

import (
	"maps"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/charmbracelet/x/ansi"
)

// What followers share is what they would see if each had everything drawn anew: windows
// of other sizes and colours, another selection, a name and tries of one's own are never
// on another student's screen.
func TestSharedScreensAreEachOnesOwn(t *testing.T) { synctest.Test(t, sharedScreensAreEachOnesOwn) }

func sharedScreensAreEachOnesOwn(t *testing.T) {
	shared, alone := followersSee(t, true), followersSee(t, false)
	for who, frame := range alone {
		if shared[who] != frame {
			t.Errorf("%s sees\n%s\nand alone\n%s", who, ansi.Strip(shared[who]), ansi.Strip(frame))
		}
	}
	if shared["like it"] != shared["like it, too"] {
		t.Error("who sees the same sees something else")
	}
	for _, other := range []string{"no colours", "ASCII", "larger", "selects", "zooms", "tries",
		"in the history"} {
		if shared[other] == shared["like it"] {
			t.Errorf("%s sees what others see", other)
		}
	}
	for who := range maps.Keys(shared) {
		for _, secret := range []string{"Berta", "Carla"} {
			if who != "tries" && strings.Contains(ansi.Strip(shared[who]), secret) {
				t.Errorf("%s reads %s", who, secret)
			}
		}
		if tried := strings.Contains(ansi.Strip(shared[who]), "you try"); tried != (who == "tries") {
			t.Errorf("%s tries something: %v", who, tried)
		}
	}
}

// followersSee is what each of several followers sees in the end.
func followersSee(t *testing.T, shared bool) map[string]string {
	t.Helper()
	o, lecturer := withLecturer(t)
	r := openWithin(t, o)
	if !shared {
		r.shared = nil
	}
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	ada.sees("step 0/0")
	like := device{"xterm-256color", 110, 32, nil, "follow"}
	with := func(change func(d *device)) device {
		d := like
		change(&d)
		return d
	}
	all := map[string]*screen{}
	for who, at := range map[string]device{
		"like it": like, "like it, too": like, "named": like, "selects": like, "zooms": like, "tries": like,
		"in the history": like,
		"no colours": with(func(d *device) {
			d.env = []string{"NO_COLOR", "1"}
		}), "ASCII": with(func(d *device) { d.term = "dumb" }),
		"larger": with(func(d *device) { d.width = 130 }),
	} {
		all[who] = r.sit(r.dial("student", nil), at)
	}
	step := func(text string) {
		var frames sync.WaitGroup
		for who, x := range all {
			if who != "tries" {
				frames.Go(func() {
					x.sees(text)
					x.frame() // the picture before the next one
				})
			}
		}
		frames.Wait()
	}
	step("with Ada")
	ada.press("\r")
	step("step 1/1")
	all["named"].press(":name Berta\r")
	all["selects"].press("\t\t\x1b[B\x1b[B")
	all["zooms"].press("\t\t-")
	all["in the history"].press("\t\t\t")
	all["tries"].sees("step 1/1")
	all["tries"].press("o")
	all["tries"].sees("session of your own")
	all["tries"].press("j\rnCarla\r")
	all["tries"].sees("step 2/2")
	step("")
	ada.press("\r")
	step("step 2/2")
	all["tries"].sees("you try, Ada: step 2")
	all["tries"].press("\x1b[A")
	var frames sync.WaitGroup
	var seen sync.Map
	for who, x := range all {
		frames.Go(func() { seen.Store(who, x.frame()) })
	}
	frames.Wait()
	out := map[string]string{}
	seen.Range(func(who, frame any) bool {
		out[who.(string)] = frame.(string)
		return true
	})
	return out
}
