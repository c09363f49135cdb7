package solver

import (
	"context"
	"io"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
)

// line counts what a terminal at its other end would be sent.
type line struct{ sent atomic.Int64 }

func (l *line) Write(p []byte) (int, error) {
	l.sent.Add(int64(len(p)))
	return len(p), nil
}

// screen is a running program whose output is counted.
type screen struct {
	program *tea.Program
	line    *line
	root    *timed
	keys    io.Closer
	ended   chan struct{}
}

// timed is the explorer; it tells when a key's frame was made.
type timed struct {
	*app.Model
	solver *Model
}

// lookMsg has something looked at where nothing changes meanwhile.
type lookMsg struct {
	look func(*Model)
	seen chan<- struct{}
}

// pressedMsg is a key and when it was pressed.
type pressedMsg struct {
	key  tea.KeyMsg
	when time.Time
	seen chan<- time.Duration
}

func (m *timed) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if p, ok := msg.(pressedMsg); ok {
		_, cmd := m.Model.Update(p.key)
		m.View()
		p.seen <- time.Since(p.when)
		return m, cmd
	}
	if l, ok := msg.(lookMsg); ok {
		l.look(m.solver)
		close(l.seen)
		return m, nil
	}
	_, cmd := m.Model.Update(msg)
	return m, cmd
}

func show(t testing.TB, name string, w, h int, o Options) *screen {
	t.Helper()
	colours := style.Make(style.Dark, false, termenv.ANSI256)
	o.Theme = colours
	s := New(context.Background(), o)
	root := &timed{solver: s, Model: app.New(app.Options{
		Dag: sample(t, name), Theme: colours, Solver: s, Getenv: func(string) string { return "" },
	})}
	silent, keys := io.Pipe()
	d := &screen{line: &line{}, root: root, keys: keys, ended: make(chan struct{})}
	d.program = tea.NewProgram(root, tea.WithAltScreen(), tea.WithInput(silent), tea.WithOutput(d.line),
		tea.WithoutSignalHandler(), tea.WithFPS(30))
	go func() {
		_, _ = d.program.Run()
		close(d.ended)
	}()
	d.program.Send(tea.WindowSizeMsg{Width: w, Height: h})
	return d
}

func (d *screen) close() {
	d.program.Quit()
	<-d.ended
	_ = d.root.Close()
	_ = d.keys.Close()
}

// look gives something of the solver.
func look[T any](d *screen, what func(*Model) T) (out T) {
	seen := make(chan struct{})
	d.program.Send(lookMsg{func(m *Model) { out = what(m) }, seen})
	<-seen
	return out
}

// key presses a key and measures how long it took until its frame was made.
func (d *screen) key(name string) time.Duration {
	seen := make(chan time.Duration, 1)
	d.program.Send(pressedMsg{keyMsg(name), time.Now(), seen})
	return <-seen
}

// watched is openfoam under the reference's bound, which searches for ever.
var watched = planner.Options{Bound: planner.BoundSimple, WarmStart: planner.WarmHeuristics, Workers: 1}

// Nothing is sent while nothing changes: in an idle explorer, and on the page of
// a paused solve.
func TestSilence(t *testing.T) {
	for what, keys := range map[string][]string{
		"idle explorer": nil, "page of a paused solve": {"b", "4", "p"}, "beside a paused solve": {"b", "p"},
		"page of a stopped solve": {"b", "4", "x"},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := show(t, "openfoam", 120, 40, Options{Planner: watched, Quiet: true})
			defer d.close()
			for _, key := range keys {
				d.key(key)
				for key == "b" && !look(d, func(m *Model) bool { return m.study.run().handle != nil }) {
					runtime.Gosched()
				}
			}
			time.Sleep(10 * time.Second) // messages of the explorer's own go
			bound := func(m *Model) model.Cost {
				if r := m.study.run(); r != nil {
					return r.handle.Snapshot().Bound
				}
				return 0
			}
			before := look(d, bound)
			sent := d.line.sent.Load()
			time.Sleep(time.Minute)
			if got := d.line.sent.Load() - sent; got > 0 {
				t.Errorf("%s: %d bytes in a minute", what, got)
			}
			if after := look(d, bound); after != before {
				t.Errorf("%s: the bound rose from %d to %d", what, before, after)
			}
		})
	}
}

// rising is a search that goes on for ever, and of which every look finds other numbers.
type rising struct {
	canned
	began time.Time
}

func (r *rising) Snapshot() planner.Snapshot {
	s := r.snap
	s.Elapsed = time.Since(r.began)
	k := int64(s.Elapsed / time.Millisecond)
	s.Bound, s.BoundSource = model.Cost(5_000_000+k), planner.FromSimple
	s.Discovered, s.Explored, s.Bounded, s.Duplicates, s.Open = k*41, k*13, k*7, k*3, k*31
	s.NodesPerSecond, s.TableBytes, s.MemoryBytes = float64(13_000+k%997), k*1001, k*4003
	s.Workers = []planner.Worker{{Junction: int(k % 5), Depth: int(k % 11), Nodes: k * 13}}
	return s
}

// A running search at 120x40 sends less than 2 kB a second, apart from the leaps of a young time
// axis, and at times its numbers.
func TestBandwidth(t *testing.T) {
	for what, keys := range map[string][]string{"page": {"b", "4"}, "beside the pictures": {"b"}} {
		synctest.Test(t, func(t *testing.T) {
			d := show(t, "openfoam", 120, 40, Options{Planner: watched, Quiet: true,
				Start: func(_ context.Context, _ *model.State, o planner.Options) (Handle, error) {
					r := &rising{canned{options: o, done: make(chan struct{})}, time.Now()}
					r.find(0, 20_000_000, planner.FromSearch, nil)
					return r, nil
				}})
			defer time.Sleep(time.Second) // the last look of those that were asked for
			defer d.close()
			for _, key := range keys {
				d.key(key)
			}
			time.Sleep(11 * time.Second)
			sent := d.line.sent.Load()
			time.Sleep(time.Minute)
			if rate := (d.line.sent.Load() - sent) / 60; rate == 0 || rate > 2000 {
				t.Errorf("%s: %d bytes a second", what, rate)
			}
		})
	}
}

// BenchmarkKeyWhileSolving reports how long a key takes to its frame while the solver uses every
// processor: 50 ms are unnoticed.
func BenchmarkKeyWhileSolving(b *testing.B) {
	hard := watched
	for _, k := range []struct {
		what    string
		workers int
	}{{"no-run", 0}, {"one-spared", DefaultWorkers()}, {"every-processor", DefaultWorkers() + 1}} {
		b.Run(k.what, func(b *testing.B) {
			hard.Workers = k.workers
			d := show(b, "openfoam", 120, 40, Options{Planner: hard})
			defer d.close()
			if k.workers > 0 {
				d.key("b")
				for !look(d, func(m *Model) bool { return m.study.run().handle != nil }) {
					runtime.Gosched()
				}
			}
			var all []time.Duration
			for b.Loop() {
				all = append(all, d.key([]string{"down", "down", "up", "m", "4", "1"}[len(all)%6]))
			}
			slices.Sort(all)
			b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "ms/median")
			b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "ms/p99")
			b.ReportMetric(float64(all[len(all)-1].Microseconds())/1000, "ms/worst")
		})
	}
}
