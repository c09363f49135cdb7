package drawing

import (
	"testing"
	"testing/synctest"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/picture"
	"facet/ui/explore/intent"
)

// shifted is a panel that shows one picture and is about to show another, with the same
// vertices in other columns.
func shifted(t *testing.T) (p *Panel, next *picture.Layout) {
	t.Helper()
	graph := func(wide string) picture.Graph {
		return picture.Graph{
			Vertices: []picture.Vertex{{Key: 1, Label: wide}, {Key: 2, Label: "b"},
				{Key: 3, Label: "c", Layer: 1}},
			Edges: []picture.Edge{{From: 1, To: 3}, {From: 2, To: 3}},
		}
	}
	before, err := picture.New(t.Context(), graph("a"))
	if err != nil {
		t.Fatal(err)
	}
	if next, err = picture.New(t.Context(), graph("a wide one")); err != nil {
		t.Fatal(err)
	}
	p = NewPanel(intent.Dag, nil)
	p.view = picture.View{Zoom: picture.ZoomRows, Width: 60, Height: 12}
	p.cache.layout = before
	return p, next
}

func TestMotionEndsByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, next := shifted(t)
		m := Motion{On: true}
		cmd, seen := m.Start(p, NewPanel(intent.LineDag, nil)), 0
		p.cache.layout = next // it was drawn
		for cmd != nil {
			if !p.travels(next) {
				t.Fatal("the picture stands still while frames are asked for")
			}
			seen++
			cmd = m.Next(cmd().(Frame))
		}
		if p.travels(next) || m.Playing() || seen != frames {
			t.Errorf("%d frames", seen)
		}
	})
}

func TestMotionIsSkipped(t *testing.T) {
	p, next := shifted(t)
	m := Motion{On: true}
	m.Start(p)
	p.cache.layout = next
	late := Frame{m.run}
	m.Skip()
	if p.travels(next) || m.Next(late) != nil {
		t.Error("a way that was skipped goes on")
	}
	m.Start(p)
	if m.Next(late) != nil || !m.Playing() {
		t.Error("a frame of one way belongs to another")
	}
}

// A picture that hardly moves, or has another size, is not animated.
func TestMotionNeedsMovement(t *testing.T) {
	p, _ := shifted(t)
	m := Motion{On: true}
	m.Start(p)
	if cmd := m.Next(Frame{m.run}); cmd != nil || m.Playing() {
		t.Error("nothing moves, and frames are asked for")
	}
	p, next := shifted(t)
	m.Start(p)
	p.view.Width++
	if p.travels(next) {
		t.Error("a pane of another size plays a way")
	}
	if off := (Motion{}); off.Start(p) != nil {
		t.Error("frames where nobody wants them")
	}
}

func TestSmooth(t *testing.T) {
	for _, test := range []struct {
		fps     int
		setting string
		env     map[string]string
		want    bool
	}{
		{30, "", map[string]string{"TERM": "xterm"}, true},
		{30, "", map[string]string{"TERM": "dumb"}, false},
		{30, "", nil, false},
		{30, "", map[string]string{"TERM": "xterm", "SSH_CONNECTION": "::1 1 ::1 22"}, false},
		{30, "on", map[string]string{"TERM": "xterm", "SSH_TTY": "/dev/pts/3"}, true},
		{30, "off", map[string]string{"TERM": "xterm"}, false},
		{10, "", map[string]string{"TERM": "xterm"}, false},
		{10, "on", map[string]string{"TERM": "xterm"}, false},
	} {
		if got := Smooth(test.fps, test.setting, func(name string) string {
			return test.env[name]
		}); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

var _ tea.Msg = Frame{}
