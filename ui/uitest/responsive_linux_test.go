package uitest

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/generate"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/change"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
)

// timed is an explorer with its solver whose jobs run in the background as under
// bubbletea; it times every Update and every View.
type timed struct {
	m        *app.Model
	messages chan tea.Msg
	jobs     atomic.Int64 // that run, or whose message, which may be nil, was not received
	calls    []time.Duration
	what     []string
	quit     bool
	screen   string
}

func (t *timed) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	t.jobs.Add(1)
	go func() {
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, c := range batch {
				t.run(c)
			}
			msg = nil
		}
		t.messages <- msg
	}()
}

// idle reports whether no job runs.
func (t *timed) idle() bool { return t.jobs.Load() == 0 }

func (t *timed) send(what string, msg tea.Msg) {
	if _, ok := msg.(tea.QuitMsg); ok {
		t.quit = true
	}
	if msg == nil || t.quit {
		return
	}
	began := busy()
	_, cmd := t.m.Update(msg)
	t.note("Update "+what, busy()-began)
	t.run(cmd)
	began = busy()
	t.screen = t.m.View()
	t.note("View "+what, busy()-began)
}

func (t *timed) note(what string, took time.Duration) {
	t.calls, t.what = append(t.calls, took), append(t.what, what)
}

// wait receives messages until a condition holds, at most for some time.
func (t *timed) wait(most time.Duration, holds func() bool) {
	limit := time.After(most)
	for !holds() {
		select {
		case msg := <-t.messages:
			t.jobs.Add(-1)
			t.send(fmt.Sprintf("%T", msg), msg)
		case <-limit:
			return
		}
	}
}

func never() bool { return false }

func hub(n int) *model.Dag {
	var vertices []model.Vertex
	var edges []model.Edge
	for i := range 2*n + 1 {
		vertices = append(vertices, model.Vertex{ID: fmt.Sprint(i), Size: int64(1 + i%3)})
		if i < n {
			edges = append(edges, model.Edge{Source: i, Target: n, HasModel: true, Tangent: 2, Adjoint: 5,
				HasJacobian: true})
		} else if i > n {
			edges = append(edges, model.Edge{Source: n, Target: i, HasModel: true, Tangent: 2, Adjoint: 5,
				HasJacobian: i%2 == 0})
		}
	}
	return must(model.NewDag(fmt.Sprintf("hub %d", n*n), vertices, edges))
}

func complete(n int) *model.Dag {
	var vertices []model.Vertex
	var edges []model.Edge
	for i := range n {
		vertices = append(vertices, model.Vertex{ID: fmt.Sprint(i), Size: int64(1 + i%5)})
		for j := range i {
			edges = append(edges, model.Edge{Source: j, Target: i, HasModel: true, Tangent: 2, Adjoint: 5})
		}
	}
	return must(model.NewDag(fmt.Sprintf("complete %d", n), vertices, edges))
}

func random(vertices, edges int) *model.Dag {
	g := must(generate.Random(vertices, edges, generate.Elementals{MaxSize: 20, Jacobians: 0.3, Seed: 7}))
	g.Name = fmt.Sprintf("random %d", edges)
	return g
}

func newton(steps int) *model.Dag {
	g := must(generate.Newton(steps, 10, 10))
	g.Name = fmt.Sprintf("newton %d", steps)
	return g
}

func must(g *model.Dag, err error) *model.Dag {
	if err != nil {
		panic(err)
	}
	return g
}

// BenchmarkResponsive drives the explorer and its solver with real keys through fifty
// steps of dags of all sizes and prints the table of docs/measured.md.
func BenchmarkResponsive(b *testing.B) {
	for _, g := range []*model.Dag{random(50, 100), random(100, 300), random(250, 1000), random(400, 2000),
		complete(30), complete(60), hub(1000), newton(50), newton(100)} {
		b.Run(strings.ReplaceAll(g.Name, " ", "-"), func(b *testing.B) {
			for b.Loop() {
				measure(b, g, 50)
			}
		})
	}
}

// BenchmarkResponsiveWhatIf changes a cost of openfoam again and again while the optimum
// of each dag is searched: with no step taken, and after a whole sequence.
func BenchmarkResponsiveWhatIf(b *testing.B) {
	for _, steps := range []string{"", "g"} {
		b.Run("openfoam"+steps, func(b *testing.B) {
			for b.Loop() {
				whatIf(b, Sample(b, "openfoam"), steps, 200)
			}
		})
	}
}

func whatIf(b *testing.B, g *model.Dag, first string, keys int) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	t := style.Make(style.Dark, false, termenv.TrueColor)
	d := &timed{messages: make(chan tea.Msg, 4096)}
	d.m = app.New(app.Options{Dag: g, Theme: t, Sources: change.Environment{}.Sources(),
		Solver: solver.New(context.Background(), solver.Options{Theme: t})})
	d.run(d.m.Init())
	d.send("size", tea.WindowSizeMsg{Width: 120, Height: 40})
	d.wait(3*time.Second, never)
	for _, name := range []string{first, "esc", "1", "down", "down", "$"} {
		if name != "" {
			d.send(name, layer.Key(name))
			d.wait(2*time.Second, never)
		}
	}
	if !strings.Contains(d.screen, "what if") {
		b.Fatal(d.screen)
	}
	d.calls, d.what = nil, nil
	for k := range keys {
		name := []string{"+", "+", "-", "*", "/", "tab", "+", "0"}[k%8]
		d.send(name, layer.Key(name))
		d.wait(20*time.Millisecond, never)
	}
	d.wait(2*time.Second, func() bool {
		return strings.Contains(d.screen, "optimal") && !strings.Contains(d.screen, "optimum …")
	})
	d.send("esc", layer.Key("esc"))
	if err := d.m.Close(); err != nil {
		b.Error(err)
	}
	worst := slices.Max(d.calls)
	sorted := slices.Sorted(slices.Values(d.calls))
	p99 := sorted[len(sorted)*99/100]
	fmt.Printf("\n| what if, openfoam %s | %d | %.1f | %.1f | %s\n", first, keys, ms(p99), ms(worst),
		d.what[slices.Index(d.calls, worst)])
	b.ReportMetric(ms(p99), "p99-ms")
	b.ReportMetric(ms(worst), "worst-ms")
}

// BenchmarkResponsiveMemory takes three hundred steps.
func BenchmarkResponsiveMemory(b *testing.B) {
	for b.Loop() {
		measure(b, random(400, 2000), 300)
	}
}

func measure(b *testing.B, g *model.Dag, steps int) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	t := style.Make(style.Dark, false, termenv.TrueColor)
	d := &timed{messages: make(chan tea.Msg, 4096)}
	began := time.Now()
	d.m = app.New(app.Options{Dag: g, Theme: t, Solver: solver.New(context.Background(),
		solver.Options{Theme: t})})
	d.run(d.m.Init())
	d.send("size", tea.WindowSizeMsg{Width: 120, Height: 40})
	d.wait(20*time.Second, func() bool { return !strings.Contains(d.screen, "being drawn") })
	first := time.Since(began)

	keys := []string{"down", "enter", "2", "down", "right", "1", "down", "tab", "tab", "up", "u", "ctrl+r",
		"+", "-", "3", "up", "esc"}
	for k := range steps {
		for _, name := range []string{keys[k%len(keys)], "esc", "2", "tab", "enter"} {
			depth := d.m.Session().Depth()
			d.send(name, layer.Key(name))
			d.wait(10*time.Millisecond, never) // a fast typist
			if name == "enter" {
				d.wait(300*time.Millisecond, func() bool { return d.m.Session().Depth() != depth })
			}
		}
	}
	for _, r := range ":vertex " {
		d.send("typing", layer.Key(string(r)))
	}
	d.send("esc", layer.Key("esc"))
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)

	d.send("esc", layer.Key("esc"))
	for _, r := range ":hints off" { // otherwise planning continues for minutes
		d.send("typing", layer.Key(string(r)))
	}
	d.send("enter", layer.Key("enter"))
	d.wait(time.Second, never)
	d.send("esc", layer.Key("esc"))
	d.wait(60*time.Second, d.idle)
	before, drawn := d.screen, 0
	d.wait(time.Second, never)
	if d.screen != before {
		drawn = len(d.screen)
	}

	d.send("u", layer.Key("u")) // while a job runs
	began = time.Now()
	d.send("q", layer.Key("q"))
	d.wait(10*time.Second, func() bool { return d.quit })
	if err := d.m.Close(); err != nil {
		b.Error(err)
	}
	quit := time.Since(began)

	worst := slices.Max(d.calls)
	what := d.what[slices.Index(d.calls, worst)]
	sorted := slices.Sorted(slices.Values(d.calls))
	p99 := sorted[len(sorted)*99/100]
	fmt.Printf("\n| %-12s | %4d | %6.1f | %6.1f | %6.0f | %5.0f | %4d | %6.0f | %s\n", g.Name, d.m.Session().
		Steps(),
		ms(p99), ms(worst), ms(first), float64(memory.HeapAlloc)/1e6, drawn, ms(quit), what)
	b.ReportMetric(ms(p99), "p99-ms")
	b.ReportMetric(ms(worst), "worst-ms")
}

// busy is the processor time of this thread, which excludes other programs.
func busy() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(1, &u); err != nil { // RUSAGE_THREAD
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
