package class

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	ask "facet/ui/teach/puzzle"

	"facet/model/session"
)

// Students see the time that is left, whatever they do, and are told when the last minute
// begins.
func TestTimeLeftIsSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New()
		task := bat22(t)
		c.open(task)
		p := c.Enter(Who{Name: "Ben", Key: "b"})
		news := c.News(t.Context(), p)
		if _, err := news(); err != nil { // that it is open
			t.Fatal(err)
		}
		a := leads(t, c, p, ask.Kind, task, session.New(task.Puzzle.Dag))
		if _, err := ordered(c, "clock 2.5"); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		var shown []string
		var said []string
		for !c.wanted().frozen {
			intents, err := news()
			if err != nil {
				t.Fatal(err)
			}
			if len(intents) > 0 {
				said = append(said, fmt.Sprintf("%v %v", time.Since(began).Round(time.Second), intents))
			}
			if left := c.Countdown(); left != "" {
				shown = append(shown, fmt.Sprintf("%v %s", time.Since(began).Round(time.Second), left))
				if !strings.HasPrefix(a.Title(), left+", ") {
					t.Errorf("the title is %q", a.Title())
				}
			}
		}
		if got, want := strings.Join(shown, "; "),
			"0s 3 min left; 30s 2 min left; 1m30s 60 s left; 1m40s 50 s left; 1m50s 40 s left; 2m0s 30 s left; 2m10s 20 s left; 2m20s 10 s left; 2m25s 5 s left"; got != want {
			t.Errorf("shown is\n%s, want\n%s", got, want)
		}
		// 4 is intent.Message
		if got := fmt.Sprint(said); got != "[0s [{You have 3 minutes from now. 4}] 1m30s [{One minute is left. 4}] 2m30s [{Time is up. 4}]]" {
			t.Errorf("said is %s", got)
		}
		if strings.Contains(a.Title(), "left") {
			t.Errorf("afterwards the title is %q", a.Title())
		}
	})
}
