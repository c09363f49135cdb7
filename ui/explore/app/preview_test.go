package app

import (
	"fmt"
	"strings"
	"testing"

	"facet/model"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/panel/drawing"
)

// twoLabels are as wide as a label and the next one.
const twoLabels = 20

// A lecturer points at what would be born, and there it is: along optimal sequences of small
// dags new vertices stand where they were foreseen, or beside that if the step removes what
// stands in their place.
func TestNewVerticesStandWhereTheyAreForeseen(t *testing.T) {
	compares(t)
	for k, name := range []string{"lion", "bat", "hierarchy", "newton1"} {
		g := sample(t, name)
		for _, size := range windows(k) {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size.X, size.Y), func(t *testing.T) {
				d := start(t, testOptions(g, style.Mono, false), size.X, size.Y)
				d.send(Intents{intent.Focus{Panel: intent.LineDag}})
				born, exact, near, worst := 0, 0, 0, 0
				for _, steps := range [][]intent.Intent{optimalRun(t, name, g), otherRun(t, name, g)} {
					d.send(Intents{intent.JumpTo{}})
					for _, step := range steps {
						op := step.(intent.Carry).Ops[0]
						before := d.m.screen.shown.session.State()
						after, changes, err := model.Replay(before, []model.Op{op})
						if err != nil {
							t.Fatal(err)
						}
						if !op.IsAccumulation() {
							d.send(Intents{intent.Select{Target: intent.AtOp(op)}})
						}
						d.check()
						foreseen := spotsOf(d, "‹")
						d.send(Intents{step})
						if d.m.screen.where.top() != nil {
							d.press("esc")
						}
						d.check()
						for z := range diagram.Born(changes) {
							stands, ok := spotOf(d, picture.RefVertex(int(z)))
							if !after.IsLive(z) || !ok || len(foreseen) == 0 {
								continue
							}
							far := max(stands.X-foreseen[0].X, foreseen[0].X-stands.X)
							born, worst = born+1, max(worst, far)
							if far <= 1 {
								exact++
							} else if far <= 8 {
								near++
							}
						}
					}
				}
				if worst > twoLabels {
					t.Errorf("one stands %d columns from where it was foreseen", worst)
				}
				t.Logf("%s in %dx%d: %d newborns, %d where they were foreseen, %d near, %d columns at most",
					name, size.X, size.Y, born, exact, near, worst)
			})
		}
	}
}

// spotsOf are the middles of the labels in the panels' pictures that begin with a sign.
func spotsOf(d *driver, sign string) (all []picture.Point) {
	for y, row := range strings.Split(d.screen(), "\n") {
		before, rest, found := strings.Cut(row, sign)
		if label, _, closed := strings.Cut(rest, "›"); found && closed {
			all = append(all, picture.Point{X: style.Width(before) + (style.Width(label)+2)/2, Y: y})
		}
	}
	return all
}

// spotOf is where a vertex of the line dag stands on the screen.
func spotOf(d *driver, ref picture.Ref) (at picture.Point, ok bool) {
	for _, a := range d.m.screen.where.division.Areas {
		p, is := d.m.screen.panel(a.Panel).(*drawing.Panel)
		if !is || p.Kind != intent.LineDag {
			continue
		}
		v := p.Shown()
		if at, ok = p.Layout(d.m.screen.pictures.Now).Position(ref, v.Zoom, false); ok {
			x, y, _, _ := a.Inner()
			return picture.Point{X: x + at.X - v.X, Y: y + at.Y - v.Y}, true
		}
	}
	return at, false
}
