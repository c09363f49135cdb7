package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/job"
	"facet/ui/panel/drawing"
)

// wantPictures has the pictures of the step at the cursor laid out, unless they
// are shown or under way.
func (m *Model) wantPictures() tea.Cmd {
	p, step := m.pictures, m.session.Cursor()
	if m.width > 0 && !m.dagPane.Placed() && !m.linePane.Placed() {
		m.View() // the first look settles how large the panes are
	}
	windows := drawing.WindowsOf(m.dagPane, m.linePane)
	if m.width == 0 || p.Ready(step) && p.Fit(windows) || m.jobs.Busy(pictureJob) && m.drawing == step {
		return nil
	}
	m.drawing = step
	return m.jobs.Start(pictureJob, m.options.inTurn(p.Way(m.session, windows).Draw))
}

// inTurn has work wait for its turn where many explorers share few processors: else
// the screens of all would wait behind the pictures of all. What is overtaken while
// it waits is not done at all.
func (o *Options) inTurn(work func(context.Context) tea.Msg) func(context.Context) tea.Msg {
	if o.Turns == nil {
		return work
	}
	return func(ctx context.Context) tea.Msg {
		select {
		case o.Turns <- struct{}{}:
			defer func() { <-o.Turns }()
			return work(ctx)
		case <-ctx.Done():
			return nil
		}
	}
}

// wantFront brings the picture to the front in which the operation can be seen,
// where there is room for one and the user has not picked it.
func (m *Model) wantFront() {
	if m.picked || m.window().Both() || !m.pictures.Ready(m.session.Cursor()) {
		return
	}
	front := drawing.Front(m.front, m.dagPane, m.linePane, m.snapshot(), m.pictures.Now)
	if m.focus == m.front {
		m.focus = front
	}
	m.front = front
}

// drew shows what was laid out. After an overview comes the picture itself.
func (m *Model) drew(d drawing.Finished) (cmd tea.Cmd) {
	shown := []*drawing.Pane{m.picture(m.front)}
	if m.window().Both() {
		shown = []*drawing.Pane{m.dagPane, m.linePane}
	}
	path := append([]int{0}, m.session.Path(m.session.Cursor())...)
	moving, anew := m.pictures.Moves(d, shown, len(path) > 1 && path[len(path)-2] == m.pictures.Step)
	if len(moving) > 0 {
		cmd = m.motion.Start(moving...)
	}
	m.pictures.Take(d)
	if anew && m.message.text == "" {
		m.say("Layout changed to fit. P pins it.")
	}
	m.look++
	return cmd
}

// pin holds both pictures still, or lets them move again where that makes them
// whole.
func (m *Model) pin() {
	if drawing.Pin(m.dagPane, m.linePane) {
		m.say("Pinned: layouts do not change, even if a part is cut off. P unpins, = makes a new layout.")
	} else {
		m.say("Unpinned: layouts change again to fit.")
	}
	m.look++
}

// tidyPictures has the cursor's pictures placed anew.
func (m *Model) tidyPictures() tea.Cmd {
	m.drawing = m.session.Cursor()
	return m.jobs.Start(pictureJob, m.pictures.Tidy(m.session, drawing.WindowsOf(m.dagPane, m.linePane)).Draw)
}

// zoomJob is the job that lays a picture out at another zoom level.
func zoomJob(of intent.Panel) job.Name { return job.Name("zoom of the " + of.String()) }

// zoomedMsg tells that a picture is laid out at another zoom level.
type zoomedMsg struct{}

// wantZoom has the picture laid out at the level that the user wants to see.
func (m *Model) wantZoom(p *drawing.Pane) tea.Cmd {
	name := zoomJob(p.Kind)
	l, z, lacks := p.Lacking(m.pictures.Now)
	if !lacks || m.jobs.Busy(name) {
		return nil
	}
	return m.jobs.Start(name, m.options.inTurn(func(ctx context.Context) tea.Msg {
		_ = l.Prepare(ctx, z)
		return zoomedMsg{}
	}))
}
