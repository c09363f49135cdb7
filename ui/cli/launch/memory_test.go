//go:build linux

package launch_test

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"facet/model"
	"facet/model/format"
	"facet/model/generate"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/ui/files/store"
)

// chained is a dag so many times, one after the other: each ends where the next begins.
func chained(t *testing.T, name string, times int) *model.Dag {
	t.Helper()
	g := modeltest.Sample(t, name)
	var sources, sinks []int
	for i := range g.Vertices {
		if g.IsSource(i) {
			sources = append(sources, i)
		} else if g.IsSink(i) {
			sinks = append(sinks, i)
		}
	}
	var vertices []model.Vertex
	var edges []model.Edge
	ends := make(map[int64]int) // of the copy before, by size
	for range times {
		at := make([]int, len(g.Vertices))
		for i, v := range g.Vertices {
			before, joined := ends[v.Size]
			if at[i] = len(vertices); joined && g.IsSource(i) {
				at[i] = before
				continue
			}
			vertices = append(vertices, model.Vertex{ID: strconv.Itoa(len(vertices)), Size: v.Size})
		}
		for _, e := range g.Edges {
			e.ID, e.Source, e.Target = "", at[e.Source], at[e.Target]
			edges = append(edges, e)
		}
		for _, i := range sinks {
			ends[g.Vertices[i].Size] = at[i]
		}
	}
	if len(sources) != len(sinks) {
		t.Fatal("its sources are not its sinks")
	}
	all, err := model.NewDag("chained", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// poor writes a sequence that takes many operations: all Jacobians are preaccumulated, and
// the vertices of so many in a row are eliminated in any order.
func poor(t *testing.T, w io.Writer, g *model.Dag, row, most int) (n int) {
	t.Helper()
	out := bufio.NewWriter(w)
	tape := model.NewTape(model.NewState(g))
	s := tape.State()
	do := func(c model.Choice) {
		fmt.Fprintln(out, model.FormatOp(s, c.Op))
		if _, err := tape.Do(c.Op); err != nil {
			t.Fatal(err)
		}
		n++
	}
	for z := range g.Edges {
		if s.IsLive(model.Z(z)) && !s.HasJacobian(model.Z(z)) {
			c, _ := model.Cheapest(s.Accumulations(model.Z(z)))
			do(c)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	var order []int
	for i := range g.Vertices {
		if !g.IsSource(i) && !g.IsSink(i) {
			order = append(order, i)
		}
	}
	for from := 0; from < len(order); from += row {
		part := order[from:min(len(order), from+row)]
		rng.Shuffle(len(part), func(i, j int) { part[i], part[j] = part[j], part[i] })
	}
	for _, i := range order {
		for len(tape.Ending(i)) > 0 && len(tape.Starting(i)) > 0 && n < most {
			u := tape.Ending(i)[0]
			c, _ := model.Cheapest(s.Choices(model.Face{U: u, V: s.Succs(u)[0]}))
			do(c)
		}
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestMemoryOfLongSequences prints what replaying and applying long sequences takes at most,
// in resident memory and processor time, with -tags long; else a short one is applied and has
// to be there.
//
//	go test -tags long -run TestMemoryOfLongSequences -v -timeout 60m ./ui/cli/launch
func TestMemoryOfLongSequences(t *testing.T) {
	extent.NoRace(t)
	type long struct {
		dag       *model.Dag
		row, most int
	}
	random, err := generate.Random(700, 2000, generate.Elementals{MaxSize: 20, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]long{"openfoam 3 times": {chained(t, "openfoam", 3), 30, 1 << 30}}
	if extent.Full {
		cases = map[string]long{
			"openfoam 300 times": {chained(t, "openfoam", 300), 210, 1 << 30},
			"random, 2000 edges": {random, 1 << 30, 10_000},
		}
	}
	for name, c := range cases {
		dir := t.TempDir()
		dag, sequence := filepath.Join(dir, "dag.xml"), filepath.Join(dir, "long.seq")
		file, err := os.Create(dag)
		if err == nil {
			err = format.WriteGraphML(file, c.dag)
		}
		if err != nil {
			t.Fatal(err)
		}
		_ = file.Close()
		if file, err = os.Create(sequence); err != nil {
			t.Fatal(err)
		}
		n := poor(t, file, c.dag, c.row, c.most)
		_ = file.Close()
		measure := func(what string, p *exec.Cmd, during func(in io.Writer)) {
			p.Env = []string{asProgram + "=1", "HOME=" + dir, "PATH=" + os.Getenv("PATH")}
			in, err := p.StdinPipe()
			if err == nil {
				err = p.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			during(in)
			_ = in.Close()
			if err := p.Wait(); err != nil {
				t.Errorf("%s, %s: %v", name, what, err)
			}
			use, _ := p.ProcessState.SysUsage().(*syscall.Rusage)
			t.Logf("%s, %d operations, %s: %d MB, %v of processor time", name, n, what, use.Maxrss/1000,
				p.ProcessState.UserTime().Round(100*time.Millisecond))
		}
		for _, flag := range []string{"--partial", "--json"} {
			measure("facet replay "+flag, exec.Command(executable(t), "replay", "--partial", flag, dag,
				sequence), func(io.Writer) {})
		}
		measure("explorer, :replay", exec.Command(executable(t), "--plain", dag), func(in io.Writer) {
			fmt.Fprintf(in, ":replay %s\n", sequence)
			state := store.At(filepath.Join(dir, ".local/state/facet"))
			for late := time.Now().Add(20 * patience); time.Now().
				Before(late); time.Sleep(200 * time.Millisecond) {
				if saved, ok := state.LatestOfAll(); ok && saved.Steps == n {
					break
				}
			}
			fmt.Fprintln(in, "q")
		})
		if saved, ok := store.At(filepath.Join(dir, ".local/state/facet")).LatestOfAll(); !ok ||
			saved.Steps != n {
			t.Errorf("%s: %d of %d steps are saved", name, saved.Steps, n)
		}
	}
}
