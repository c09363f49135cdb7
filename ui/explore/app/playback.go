package app

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

const (
	usualInterval    = time.Second
	shortestInterval = time.Second / 16
	longestInterval  = 8 * time.Second
)

// playback shows the steps ahead one after another.
type playback struct {
	shown    *shown
	running  bool
	run      int // tells the ticks of one run from those of another
	interval time.Duration
}

// tick says that it is time for the next step of a run.
type tick struct{ run int }

// stop ends the run; ticks that are under way mean nothing any more.
func (p *playback) stop() { p.running = false }

// next asks for the next tick of the run.
func (p *playback) next() tea.Cmd {
	run := p.run
	return tea.Tick(p.interval, func(time.Time) tea.Msg { return tick{run} })
}

// atEnd says that no step lies ahead.
func (p *playback) atEnd() bool { return p.shown.session.Depth() == len(p.shown.session.Line()) }

// hurry makes playing faster or slower.
func (p *playback) hurry(faster bool) (tea.Cmd, []intent.Intent) {
	if faster {
		p.interval = max(shortestInterval, p.interval/2)
	} else {
		p.interval = min(longestInterval, p.interval*2)
	}
	if p.running {
		return nil, p.playing()
	}
	return nil, layer.Say(fmt.Sprintf("One step every %s: space plays.", p.interval))
}

// play starts and stops what lies ahead.
func (p *playback) play(*layer.View) (tea.Cmd, []intent.Intent) {
	var first []intent.Intent
	switch s := p.shown.session; {
	case p.running:
		p.stop()
		return nil, layer.Say("Stopped. {space:play} continues, PgUp and PgDn step.")
	case p.atEnd() && s.Depth() == 0:
		return nil, layer.Refuse("There are no steps ahead to play: carry some out, and go back with PgUp.")
	case p.atEnd(): // from the end it starts over
		first = []intent.Intent{intent.JumpTo{Depth: 0}}
	}
	p.run++
	p.running = true
	return p.next(), append(first, p.playing()...)
}

func (p *playback) playing() []intent.Intent {
	return layer.Say(fmt.Sprintf("Playing one step every %s: space stops, < slower, > faster.", p.interval))
}

// ticked takes the next step, and asks for the tick after it unless it was the last.
func (p *playback) ticked(t tick) (tea.Cmd, []intent.Intent) {
	s := p.shown.session
	switch {
	case !p.running || t.run != p.run:
		return nil, nil
	case p.atEnd():
		p.stop()
		return nil, layer.Say("This was the last step. Space plays again from the start.")
	case s.Depth()+1 == len(s.Line()):
		p.stop()
		return nil, []intent.Intent{intent.Redo{}}
	}
	return p.next(), []intent.Intent{intent.Redo{}}
}

// commands are the commands of playback.
func (p *playback) commands() []layer.Command {
	speed := func(faster bool) intent.Intent {
		return layer.Act{Of: intent.Moves, Do: func(*layer.View) (tea.Cmd, []intent.Intent) {
			return p.hurry(faster)
		}}
	}
	return layer.Of([]layer.Command{
		layer.Named("play", "play the steps ahead, or stop", layer.Act{Of: intent.Moves, Do: p.play}).
			On(" ", ".", "f5").Help(groupStep, "play the steps ahead, or stop (< > speed)"),
		layer.Named("faster", "play faster", speed(true)).On(">").Hide(),
		layer.Named("slower", "play slower", speed(false)).On("<").Hide(),
	}, intent.History)
}
