package terminal

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// counting draws how many messages it has taken.
type counting struct{ messages, drawn int }

func (c *counting) Init() tea.Cmd                       { return nil }
func (c *counting) Update(tea.Msg) (tea.Model, tea.Cmd) { c.messages++; return c, nil }
func (c *counting) View() string {
	c.drawn++
	time.Sleep(10 * time.Millisecond)
	return strconv.Itoa(c.messages)
}

// However many messages come, drawing takes a part of the time; the last of them is on
// the screen in the end.
func TestPaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &counting{}
		p := Paced(c, 20*time.Millisecond)
		ticks := make(chan tea.Msg, 1)
		take := func(msg tea.Msg) string {
			_, cmd := p.Update(msg)
			if _, due := msg.(drawMsg); cmd != nil && !due {
				go func() { ticks <- cmd() }()
			}
			return p.View()
		}
		began := time.Now()
		for range 5000 {
			take("key")
			time.Sleep(time.Millisecond / 2)
			select {
			case msg := <-ticks:
				take(msg)
			default:
			}
		}
		seen := take(<-ticks)
		if busy := time.Duration(c.drawn) * 10 * time.Millisecond; busy > time.Since(began)/rests+20*time.Millisecond {
			t.Errorf("drawn %d times in %v", c.drawn, time.Since(began))
		}
		if seen != "5000" {
			t.Errorf("the last that was seen is %s", seen)
		}
		take(drawnMsg{})
		synctest.Wait()
		if len(ticks) > 0 {
			t.Error("it is drawn again although nothing has changed")
		}
	})
}
