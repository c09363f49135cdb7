package class

import (
	"testing"
	"testing/synctest"
	"time"
)

// Positions are handed out as fast as they are drawn: what comes while most are behind waits
// for them, or for a second, and is the newest then. Those who read nothing hold up none.
func TestReleases(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r releases
		set := func(k int) { r.set(&Position{Lecturer: string(rune('a' + k))}) }
		at := func(when string, k int) {
			t.Helper()
			if p, _ := r.now(); p.Lecturer != string(rune('a'+k)) {
				t.Errorf("%s: %s is handed out, want %c", when, p.Lecturer, 'a'+k)
			}
		}
		draw := func(n int) {
			_, version := r.now()
			for range n {
				r.drew(version)
			}
		}
		set(0)
		at("nobody follows", 0)
		draw(16) // of 20; the others read nothing
		set(1)
		at("all have drawn", 1)
		set(2)
		set(3)
		at("none has drawn", 1)
		draw(13)
		at("13 of 16 have drawn", 1)
		draw(1)
		at("14 of 16 have drawn", 3)
		set(4)
		time.Sleep(longestHold - time.Millisecond)
		at("before a second", 3)
		time.Sleep(2 * time.Millisecond)
		at("after a second", 4)
		r.drew(1) // late, for another one
		set(5)
		at("none had drawn the one before", 5)
		draw(16)
		set(6)
		set(7)
		r.stop()
		at("the end", 7)
	})
}
