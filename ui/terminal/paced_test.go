package terminal

import (
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// counting draws the number of messages that it has received.
type counting struct{ messages, drawn int }

func (c *counting) Init() tea.Cmd                       { return nil }
func (c *counting) Update(tea.Msg) (tea.Model, tea.Cmd) { c.messages++; return c, nil }
func (c *counting) View() string {
	c.drawn++
	time.Sleep(10 * time.Millisecond)
	return strconv.Itoa(c.messages)
}

// driver sends messages to a program, including those of its commands.
type driver struct {
	tea.Model
	come chan tea.Msg
	seen string
	slow bool
}

func drive(m tea.Model, every time.Duration, complete func() bool) *driver {
	d := &driver{come: make(chan tea.Msg, 1000)}
	d.Model = paceOn(m, every, complete, d, nil)
	d.View()
	return d
}

func (d *driver) show(frame string) { d.seen = frame }
func (d *driver) busy() bool        { return d.slow }
func (d *driver) await()            {}
func (d *driver) heard(tea.Msg)     {}

func (d *driver) take(msg tea.Msg) {
	_, cmd := d.Update(msg)
	d.begin(cmd)
	d.View()
}

func (d *driver) begin(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, cmd := range batch {
				d.begin(cmd)
			}
			return
		}
		d.come <- msg
	}()
}

// wait advances the clock.
func (d *driver) wait(long time.Duration) {
	for end := time.After(long); ; {
		select {
		case msg := <-d.come:
			d.take(msg)
		case <-end:
			return
		}
	}
}

// However many messages come, drawing takes a fixed share of the time, and the last
// message is on the screen in the end.
func TestPaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &counting{}
		d := drive(c, 20*time.Millisecond, nil)
		began := time.Now()
		keys := 0
		for ; keys < 5000; keys++ {
			d.take("key")
			d.wait(time.Millisecond / 2)
		}
		if busy := time.Duration(c.drawn) * 10 * time.Millisecond; busy > time.Since(began)/rests+20*time.Millisecond {
			t.Errorf("drawn %d times in %v", c.drawn, time.Since(began))
		}
		last := c.messages
		d.wait(time.Second)
		if seen, _ := strconv.Atoi(d.seen); seen < last {
			t.Errorf("the last that was seen is %d of %d", seen, last)
		}
		drawn := c.drawn
		if d.wait(time.Minute); c.drawn != drawn {
			t.Error("it is drawn again although nothing has changed")
		}
	})
}

// What will be visible soon is awaited and drawn once, but not for long.
func TestPacedWaitsForWhatComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, complete := &counting{}, true
		d := drive(c, 20*time.Millisecond, func() bool { return complete })
		d.wait(time.Second)
		complete = false
		d.take("step")
		if d.wait(settling / 2); c.drawn != 1 {
			t.Errorf("drawn %d times before there is anything to see", c.drawn)
		}
		complete = true
		if d.take("picture"); d.seen != "2" || c.drawn != 2 {
			t.Errorf("it shows %s after %d drawings", d.seen, c.drawn)
		}
		if d.wait(time.Second); c.drawn != 2 {
			t.Errorf("drawn %d times, although nothing has changed", c.drawn)
		}
		complete = false
		d.take("large step")
		if d.wait(settling - time.Millisecond); c.drawn != 2 {
			t.Error("it is not waited for")
		}
		if d.wait(20 * time.Millisecond); c.drawn != 3 {
			t.Error("it is waited for too long")
		}
	})
}

// Nothing is drawn for a terminal that reads nothing, whatever it sends; when it reads
// again it gets the last frame.
func TestPacedDrawsNothingForNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &counting{}
		d := drive(c, 20*time.Millisecond, nil)
		d.slow = true
		for range 1000 {
			d.take("key")
			d.wait(10 * time.Millisecond)
		}
		if c.drawn != 1 {
			t.Errorf("drawn %d times", c.drawn)
		}
		d.slow = false
		if d.wait(100 * time.Millisecond); d.seen != "1000" {
			t.Errorf("it sees %s", d.seen)
		}
	})
}

// Twenty large windows whose clients send keys without end use no more of the processor
// than one, and each is drawn from time to time; small windows wait for none of them.
func TestLargeWindowsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := &Turns{}
		open := func(width, height int) (*driver, *counting) {
			c, d := &counting{}, &driver{come: make(chan tea.Msg, 1000)}
			d.Model = paceOn(c, 20*time.Millisecond, nil, d, turns)
			d.View()
			d.take(tea.WindowSizeMsg{Width: width, Height: height})
			return d, c
		}
		var large []*counting
		over := make(chan struct{})
		var clients sync.WaitGroup
		for range 20 {
			d, c := open(400, 200)
			large = append(large, c)
			clients.Go(func() {
				for {
					select {
					case <-over:
						return
					case msg := <-d.come:
						d.take(msg)
					case <-time.After(10 * time.Millisecond):
						d.take("key")
					}
				}
			})
		}
		small, drawn := open(80, 24)
		small.wait(time.Second)
		before := drawn.drawn
		for range 10 {
			small.wait(90 * time.Millisecond)
			small.take("step")
		}
		if drawn.drawn != before+10 {
			t.Errorf("a small window was drawn %d times for 10 steps", drawn.drawn-before)
		}
		time.Sleep(20 * time.Second)
		close(over)
		clients.Wait()
		time.Sleep(2 * time.Second) // all that was still to come
		sum := 0
		for _, c := range large {
			sum += c.drawn
			if c.drawn < 10 {
				t.Errorf("one was drawn %d times", c.drawn)
			}
		}
		if busy := time.Duration(sum) * 10 * time.Millisecond; busy > 22*time.Second/3+time.Second {
			t.Errorf("they were drawn %d times, for %v of 22 s", sum, busy)
		}
	})
}
