package sshd

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/charmbracelet/x/ansi"

	"facet/ui/teach/web"
)

// Who comes while a lecture goes on sees the picture of the lecturer's step first: no page
// without a picture, and no earlier step.
func TestFirstFramesShowTheLecturersStep(t *testing.T) {
	synctest.Test(t, firstFramesShowTheLecturersStep)
}

func firstFramesShowTheLecturersStep(t *testing.T) {
	o, lecturer := withLecturer(t)
	r := openWithin(t, o) // on lion
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	ada.sees("step 0/0")
	ada.press(":open bat\r")
	ada.sees("bat")
	ada.press("\r\r\r")
	ada.sees("step 3/3")
	synctest.Wait()
	there := func(how, seen string) {
		t.Helper()
		seen = ansi.Strip(seen)
		for _, earlier := range []string{"step 0", "step 1", "step 2", "lion", "Drawing the picture",
			"no lecturer"} {
			if strings.Contains(seen, earlier) {
				t.Errorf("%s: %q was shown", how, earlier)
			}
		}
		for _, now := range []string{"bat", "with Ada", "step 3/3", "(3,5)"} {
			if !strings.Contains(seen, now) {
				t.Errorf("%s: there is no %q on\n%s", how, now, seen)
			}
		}
	}

	x := r.sit(r.dial("student", nil), device{"xterm", 120, 40, nil, "follow"})
	x.sees("with Ada")
	synctest.Wait()
	there("a follower", x.all())
	x.press("q")
	x.ends()

	ctx, leave := context.WithCancel(t.Context())
	first := ""
	if err := r.Server.showTo(ctx, web.Size{Width: 120, Height: 40}, func(frame string) {
		if first == "" {
			first = frame
			leave()
		}
	}); err != nil && ctx.Err() == nil {
		t.Error(err)
	}
	there("a browser", first)
	ada.press("q")
	ada.ends()
}
