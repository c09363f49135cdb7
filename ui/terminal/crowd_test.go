package terminal

import (
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// slow is a program whose messages take a while.
type slow struct{ worked chan struct{} }

func (s *slow) Init() tea.Cmd { return nil }
func (s *slow) View() string  { return "" }
func (s *slow) Update(tea.Msg) (tea.Model, tea.Cmd) {
	time.Sleep(time.Second)
	s.worked <- struct{}{}
	return s, nil
}

// While the one user does not see what a key did, so many others work at once as there are
// turns; else all do.
func TestCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCrowd(2)
		one := c.First(&slow{make(chan struct{}, 10)})
		worked := make(chan struct{}, 10)
		work := func(want int) {
			t.Helper()
			for range 6 {
				go c.Other(&slow{worked}).Update(nil)
			}
			time.Sleep(time.Second + time.Millisecond)
			synctest.Wait()
			if n := len(worked); n != want {
				t.Errorf("%d of 6 have worked, want %d", n, want)
			}
			time.Sleep(time.Minute)
			for len(worked) > 0 {
				<-worked
			}
		}
		work(6)
		c.Pressed()
		work(6) // not behind yet
		work(2)
		one.View()
		time.Sleep(inLineFor + time.Millisecond)
		work(6)
		one.Update(tea.KeyMsg{}) // takes a second
		work(2)
		one.View()
		work(2) // it was behind just now
		work(6)
		var none *Crowd
		if one := none.First(one); none.Other(one) != one {
			t.Error("without a crowd there is something between")
		}
	})
}
