package app

import (
	"context"
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/picture"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel"
	"facet/ui/explore/panel/drawing"
)

// pictures are those of the session's steps, with the two panels that show them. They
// are laid out in the background; until they are there the last ones stay.
type pictures struct {
	*drawing.Pictures
	dag, line *drawing.Panel
	layouts   *drawing.Layouts // that others show, too
	measured  *model.Dag       // whose pictures' sizes the window knows; nil for another session
	needs     map[int]divided  // by step
	turns     chan struct{}    // that a layout waits for; nil for none

	shown *shown
	where *arrangement
	jobs  *job.Runner
}

// zoomJob is the job that lays a picture out at another zoom level.
func zoomJob(of intent.Panel) job.Name { return job.Name("zoom of the " + of.String()) }

// stop ends what is under way for the session that is left.
func (p *pictures) stop() {
	for _, name := range []job.Name{pictureJob, zoomJob(intent.Dag), zoomJob(intent.LineDag)} {
		p.jobs.Stop(name)
	}
}

// open begins with the pictures of another session.
func (p *pictures) open(s *session.Session) {
	p.stop()
	p.measured = nil // another session on the same dag may need more room
	p.Pictures = drawing.NewPictures(s.Dag(), p.layouts)
	p.Follows(s)
	p.dag, p.line = drawing.NewPanel(intent.Dag, p.Pictures), drawing.NewPanel(intent.LineDag, p.Pictures)
}

// follow shows the pictures of a changed dag, which differ as little as possible from what is
// shown now.
func (p *pictures) follow(g *model.Dag) {
	if g == p.Of() {
		p.put(p.Pictures)
		return
	}
	renumbered := len(g.Vertices) != len(p.Of().Vertices)
	if p.put(p.Follow(g)); renumbered {
		p.dag.LetGo()
		p.line.LetGo()
	}
}

// put shows other pictures of the same dag.
func (p *pictures) put(other *drawing.Pictures) {
	p.stop()
	p.Pictures = other
	for _, panel := range []*drawing.Panel{p.dag, p.line} {
		panel.Of = other
		panel.Forget()
	}
}

// of is the panel of a picture.
func (p *pictures) of(panel intent.Panel) *drawing.Panel {
	if panel == intent.Dag {
		return p.dag
	}
	return p.line
}

// looks is the intent to change how the picture in front is shown.
func (p *pictures) looks(change func(front *drawing.Panel) (said []intent.Intent)) intent.Intent {
	return layer.Act{Of: intent.Looks, Do: func(*layer.View) (tea.Cmd, []intent.Intent) {
		return nil, change(p.of(p.where.window.Front))
	}}
}

// zoomBy makes the picture in front larger or smaller by levels.
func (p *pictures) zoomBy(levels int) intent.Intent {
	return p.looks(func(front *drawing.Panel) []intent.Intent {
		front.ZoomBy(levels)
		return layer.Say(drawing.ZoomText(front))
	})
}

// zoomTo chooses a level from 0, the overview, to 3; any other word the largest that fits.
func (p *pictures) zoomTo(word string) intent.Intent {
	return p.looks(func(front *drawing.Panel) []intent.Intent {
		z := picture.ZoomAuto
		if level, err := strconv.Atoi(word); err == nil {
			z = picture.ZoomOverview + picture.Zoom(level)
		}
		front.ZoomTo(z)
		return nil
	})
}

// pan moves the window over the picture by cells.
func (p *pictures) pan(columns, rows int) intent.Intent {
	return p.looks(func(front *drawing.Panel) []intent.Intent {
		front.PanBy(columns, rows)
		return nil
	})
}

// tidy places the pictures anew.
func (p *pictures) tidy(*drawing.Panel) []intent.Intent {
	p.dag.Again()
	p.line.Again()
	p.shown.version++
	p.jobs.Stop(pictureJob)
	p.Tidy(p.shown.session.Cursor())
	return nil
}

// sizes shows vector sizes beside the dag's vertices, or no longer.
func (p *pictures) sizes(word string) intent.Intent {
	return p.looks(func(*drawing.Panel) []intent.Intent {
		p.jobs.Stop(pictureJob)
		p.Resize(word == "on")
		p.dag.Again()
		p.shown.version++
		return nil
	})
}

// near shows what surrounds the selection of a dag that is too large to see it otherwise.
func (p *pictures) near() []intent.Intent {
	if len(p.shown.dag().Edges) < drawing.FromNear || drawing.Surrounding(p.dag) {
		return nil
	}
	return p.surround(true)
}

// toggleNear changes between what is near to the selection and the whole.
func (p *pictures) toggleNear(*drawing.Panel) []intent.Intent {
	return p.surround(!drawing.Surrounding(p.dag) && !drawing.Surrounding(p.line))
}

// surround shows what is near to the selection, or the whole again.
func (p *pictures) surround(on bool) []intent.Intent {
	led := p.shown.view().Around
	drawing.Surround(on, led, p.dag, p.line)
	p.shown.version++
	switch {
	case led.Kind != intent.Nothing && on:
		return layer.Say("The part that the page is about again. {N:near} shows the whole.")
	case led.Kind != intent.Nothing:
		return layer.Say("The whole. {N:near} shows the part again that the page is about.")
	case on:
		return layer.Say("Only what is around the selection: its faces, and what an elimination would change. {N:near} shows the whole again.")
	}
	return layer.Say("The whole again. {N:near} shows what is around the selection.")
}

// pin holds both pictures still, or lets them move again where that makes them
// whole.
func (p *pictures) pin(*drawing.Panel) []intent.Intent {
	p.shown.version++
	p.Pin(p.shown.session.Cursor())
	if drawing.Pin(p.dag, p.line) {
		return layer.Say("Pinned: layouts do not change, even if a part is cut off ({f:large} zooms). P unpins, = makes a new one.")
	}
	return layer.Say("Unpinned: layouts change again to fit.")
}

// space is what pictures are laid out for.
func (p *pictures) space() drawing.Space {
	return drawing.Space{Size: p.where.window.Largest(), ASCII: p.shown.view().Theme.ASCII}
}

// want lays out what the panels need and do not have: at once where that takes some
// milliseconds, else in the background. What is under way there is finished and shown.
func (p *pictures) want() (cmd tea.Cmd, said []intent.Intent) {
	p.wantFront()
	if p.Price(p.shown.view().Theme.Unit()) {
		p.jobs.Stop(pictureJob)
		p.dag.Again()
		p.shown.version++
	}
	if space := p.space(); !p.Ready(p.shown.session.Cursor()) || !p.Fit(space) {
		// In a class a window that changes its size keeps the picture until it is its turn: some
		// change it without end.
		resized := p.turns != nil && p.Step >= 0 && !p.Fit(space)
		switch work := p.Work(p.shown.session, space); {
		case work.Quick() && !resized:
			p.jobs.Stop(pictureJob)
			p.shown.version++
			said = p.drew(work.Draw(context.Background()))
		case !p.jobs.Busy(pictureJob):
			cmd = layer.Begin(p.jobs, pictureJob, inTurn(p.turns, work.Draw),
				func(d drawing.Finished) (tea.Cmd, []intent.Intent) { return nil, p.drew(d) })
		}
	}
	return tea.Batch(cmd, p.wantZoom(p.dag), p.wantZoom(p.line)), said
}

// wantFront brings the picture to the front that has labels, where the user has not picked one.
func (p *pictures) wantFront() {
	w := &p.where.window
	if p.where.picked || !p.Ready(p.shown.session.Cursor()) {
		return
	}
	if front := p.named(); front != w.Front {
		p.where.gaveWay = front == intent.Dag
		if w.Focus == w.Front {
			w.Focus = front
		}
		w.Front = front
	}
}

// mostNamed is the most vertices of a dag that is shown with labels wherever it can be.
const mostNamed = 15

// named is the picture in front, or the other one where only that has room for labels: dots
// do not say which operation is which.
func (p *pictures) named() intent.Panel {
	w := &p.where.window
	if p.where.gaveWay && w.Front == intent.Dag && w.HasLabels(intent.LineDag) {
		return intent.LineDag
	}
	if slices.ContainsFunc(p.visible(), func(panel *drawing.Panel) bool { return panel.HasLabels(p.Now) }) {
		return w.Front // there are names, or there is room for them
	}
	other := intent.Dag + intent.LineDag - w.Front
	if p.measured == p.Pictures.Of() && len(p.measured.Vertices) <= mostNamed && !w.HasLabels(w.Front) &&
		w.HasLabels(other) {
		return other
	}
	return w.Front
}

// drew shows what was laid out. After an overview comes the picture itself.
func (p *pictures) drew(d drawing.Finished) (said []intent.Intent) {
	s := p.shown.session
	path := append([]int{0}, s.Path(s.Cursor())...)
	anew := p.Moves(d, p.visible(), len(path) > 1 && path[len(path)-2] == p.Step)
	p.Take(d)
	p.measure()
	if anew && !p.shown.view().Led {
		said = []intent.Intent{intent.Say{Text: "Layout changed to fit. {P:pin} pins it.", As: intent.Remark}}
	}
	return said
}

// divided is how the window is divided for pictures of some sizes.
type divided struct {
	needs panel.Needs
	kept  panel.Shape
	sizes panel.Needs
}

// measure tells the window how much room the pictures need, once for each dag; again where
// one has outgrown what it was given: then panels grow in the shape that the window has, and
// only if that has no room it gets another. A step that was shown is divided as it was.
func (p *pictures) measure() {
	ascii := p.shown.view().Theme.ASCII
	now := drawing.Measure(p.Now, ascii)
	if known := drawing.Measure(p.Now.Known(), ascii); p.where.division.Room.ShowsMore(known, now) {
		now = known
	}
	w, step := &p.where.window, p.shown.session.Cursor()
	before := divided{w.Needs, w.Kept, now}
	if p.measured != p.Pictures.Of() {
		p.measured, w.Needs, w.Kept, p.needs = p.Pictures.Of(), now, panel.Shape{}, make(map[int]divided)
		w.Listed, p.where.gaveWay = 0, false
		if start, ok := p.shown.session.StateAt(0); ok && len(p.measured.Vertices) <= mostNamed {
			w.Listed = len(start.Operations())
		}
	}
	known, shown := p.needs[step]
	if shown = shown && known.sizes == now; shown {
		w.Needs, w.Kept = known.needs, known.kept
	}
	larger := outgrown(p.dag, shown, w.Needs.Dag, now.Dag) || outgrown(p.line, shown, w.Needs.Line, now.Line)
	switch {
	case larger && !shown && p.roomy():
	case larger && !shown && p.where.division.Room.Holds(now):
		w.Kept, w.Needs = p.where.division.Room.Shape(), w.Needs.With(now)
		for _, panel := range p.visible() {
			panel.Grow()
		}
	case larger && !shown || p.recovered(&w.Needs, &now):
		w.Needs, w.Kept = now, panel.Shape{}
	}
	p.needs[step] = divided{w.Needs, w.Kept, now}
	if p.needs[step] != before {
		p.shown.version++
	}
}

// visible are the panels of the pictures that are on the screen.
func (p *pictures) visible() []*drawing.Panel {
	if p.where.division.Both() {
		return []*drawing.Panel{p.dag, p.line}
	}
	return []*drawing.Panel{p.of(p.where.window.Front)}
}

// roomy reports whether the panels have room for the pictures as they are shown.
func (p *pictures) roomy() bool {
	return !slices.ContainsFunc(p.visible(), func(panel *drawing.Panel) bool { return !panel.Roomy(p.Now) })
}

// resized divides a window of another size as its pictures need it.
func (p *pictures) resized() {
	p.where.window.Kept, p.where.division.Room, p.needs = panel.Shape{}, panel.Room{}, make(map[int]divided)
}

// recovered reports whether one of the pictures is so small again that it can be shown with
// labels, where the one in front was too large for the window.
func (p *pictures) recovered(was, now *panel.Needs) bool {
	before, after := p.where.window, p.where.window
	before.Needs, after.Needs = *was, *now
	return !before.HasLabels(before.Front) && (after.HasLabels(intent.Dag) || after.HasLabels(intent.LineDag))
}

// outgrown reports whether a picture is larger than it was when it was measured, with bare
// labels or, at a step that was not shown yet, at the level of the step before.
func outgrown(panel *drawing.Panel, shown bool, was, now [picture.ZoomBoxes + 1]picture.Point) bool {
	larger := func(z picture.Zoom) bool { return now[z].X > was[z].X || now[z].Y > was[z].Y }
	return larger(picture.ZoomLabels) || !shown && larger(panel.Shown().Zoom)
}

// wantZoom has the picture laid out at the level that the user wants to see.
func (p *pictures) wantZoom(panel *drawing.Panel) tea.Cmd {
	name := zoomJob(panel.Kind)
	l, z, lacks := panel.Lacking(p.Now)
	if !lacks || p.jobs.Busy(name) {
		return nil
	}
	prepare := func(ctx context.Context) error { return l.Prepare(ctx, z) }
	return layer.Begin(p.jobs, name, inTurn(p.turns, prepare), func(error) (tea.Cmd, []intent.Intent) {
		return nil, nil
	})
}

// inTurn has work wait for its turn: else the screens of a class would wait behind the pictures
// of all.
func inTurn[T any](turns chan struct{}, work func(context.Context) T) func(context.Context) T {
	return func(ctx context.Context) (none T) {
		done, ok := job.Turn(ctx, turns)
		if !ok {
			return none
		}
		defer done()
		return work(ctx)
	}
}

// commands are the commands of the pictures.
func (p *pictures) commands() []layer.Command {
	return layer.Of([]layer.Command{
		layer.Named("larger", "a larger picture", p.zoomBy(1)).Hide().On("+").As("+ -").
			Help(groupLook, "zoom (0: the largest that fits)"),
		layer.Named("smaller", "a smaller picture", p.zoomBy(-1)).On("-").Hide(),
		layer.Named("fit", "the largest zoom that fits", p.zoomTo("auto")).On("0").Hide(),
		layer.Choice("zoom", "size of the picture", p.zoomTo, "0", "1", "2", "3", "auto"),
		layer.Named("pan-right", "pan to the right", p.pan(8, 0)).Hide().On("L", "shift+right").
			As("H J K L").Help(groupLook, "pan the picture (or shift+arrows)"),
		layer.Named("pan-left", "pan to the left", p.pan(-8, 0)).On("H", "shift+left").Hide(),
		layer.Named("pan-up", "pan upwards", p.pan(0, -3)).On("K", "shift+up").Hide(),
		layer.Named("pan-down", "pan downwards", p.pan(0, 3)).On("J", "shift+down").Hide(),
		layer.Named("tidy", "make a new layout of the picture", p.looks(p.tidy)).On("=").
			Help(groupLook, "new layout of the picture"),
		layer.Named("pin", "pin the pictures, or allow new layouts again", p.looks(p.pin)).On("P").
			Help(groupLook, "pin the pictures: no new layouts"),
		layer.Named("near", "only what is around the selection, or the whole again",
			p.looks(p.toggleNear)).Known("neighbourhood", "around").On("N").
			Help(groupLook, "what is around the selection, or the whole"),
		layer.Choice("sizes", "vector sizes beside the dag's vertices", p.sizes, "on", "off"),
	}, intent.Dag, intent.LineDag)
}
