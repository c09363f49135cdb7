package sshd

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"facet/model/modeltest/extent"
)

// The lecturer holds a key down: the lecturer's own screen and those of followers come to
// the last step, whatever is skipped. With -tags long there are 200 followers of newton10
// and 100 steps at 30 a second, and it is printed how long after the last key the screens
// are there:
//
//	go test -tags long -run TestHeldKey -v -timeout 1h ./ui/teach/sshd
func TestHeldKey(t *testing.T) {
	followers, steps, every := size(3, 200), size(10, 100), size(time.Millisecond, time.Second/30)
	l := &load{}
	lecturer, resident := l.open(t, "newton10")
	ada := l.sit(l.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	ada.sees("step 0/0")
	for k := range steps { // the line that is stepped along
		ada.press("\r")
		ada.await("the next step", seen(k+1))
	}
	ada.forget()
	ada.press(":jump 0\r")
	ada.await("the start", seen(0))
	for k := range followers {
		l.follow(80+k%80, 24+k%30)
	}
	for _, e := range l.listeners {
		l.awaitStep(e, 0)
		e.forget()
	}
	ada.forget()
	full, began := resident(), time.Now()
	for range steps {
		ada.press("\x1b[6~")
		time.Sleep(every)
	}
	last := time.Now()
	ada.await("the last step", seen(steps))
	own := time.Since(last)
	var late []time.Duration
	for _, e := range l.listeners {
		l.awaitStep(e, steps)
		at, _ := e.when(steps)
		late = append(late, at.Sub(last))
	}
	slices.Sort(late)
	if n := len(late); extent.Full {
		fmt.Fprintf(os.Stderr,
			"%d keys in %v, %d followers: the lecturer's screen %v after the last key, followers %v at the median, %v at 99 %%, %v at worst; %d MB before, %d MB after\n", steps,
			last.Sub(began).Round(time.Millisecond), followers, own.Round(time.Millisecond),
			late[n/2].Round(time.Millisecond), late[n*99/100].Round(time.Millisecond),
			late[n-1].Round(time.Millisecond), full>>20, resident()>>20)
	}
}

// seen reports whether the last step that a screen has shown is number k. Any amount of
// the picture may follow it: on a busy machine that is several pictures, and how many of the
// class are "on your step".
func seen(k int) func(text string) bool {
	const step, styled = "step ", 100
	return func(text string) bool {
		for at := strings.LastIndex(text, step); at >= 0; at = strings.LastIndex(text[:at], step) {
			rest := text[at+len(step):]
			number, _, ok := strings.Cut(ansi.Strip(rest[:min(len(rest), styled)]), "/")
			if shown, err := strconv.Atoi(strings.TrimSpace(number)); ok && err == nil {
				return shown == k
			}
		}
		return false
	}
}
