package planner_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/planner"
)

// paper is what docs/results.md states as facet's beside the paper's numbers.
type paper struct {
	*testing.T
	rows map[string]string // by what is counted
	seen map[string]bool
}

// grouped writes a number as docs/results.md does.
func grouped(c model.Cost) string {
	text := c.String()
	if len(text) < 5 {
		return text
	}
	for k := len(text) - 3; k > 0; k -= 3 {
		text = text[:k] + " " + text[k:]
	}
	return text
}

// letter is what leads from a number to the reason why it differs.
var letter = regexp.MustCompile(` \([a-d]\)`)

// readPaper reads the section of docs/results.md with every number of the paper.
func readPaper(t *testing.T) *paper {
	text, err := os.ReadFile("../docs/results.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Every number of the paper\n")
	section, _, _ = strings.Cut(section, "\n**(a)")
	p := &paper{t, make(map[string]string), make(map[string]bool)}
	for line := range strings.Lines(section) {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "| "), " |\n"), " | ")
		switch {
		case len(cells) == 4 && cells[0] != "where": // "| | what | paper | facet |" has an empty first cell
			p.rows[cells[1]] = letter.ReplaceAllString(cells[3], "")
		case len(cells) == 3 && strings.HasPrefix(line, "| | "):
			p.rows[strings.TrimPrefix(cells[0], "| ")] = letter.ReplaceAllString(cells[2], "")
		case len(cells) == 7 && strings.HasSuffix(cells[0], ", facet"):
			p.rows[cells[0]] = letter.ReplaceAllString(strings.Join(cells[1:], " | "), "")
		}
	}
	return p
}

// is checks a row.
func (p *paper) is(row, want string) {
	p.Helper()
	p.seen[row] = true
	if got, ok := p.rows[row]; !ok || got != want {
		p.Errorf("%s: docs/results.md says %q, and it is %s", row, got, want)
	}
}

// total is what a method makes of a dag.
func (p *paper) total(g *model.Dag, m planner.Method) model.Cost {
	p.Helper()
	return solve(p.T, model.NewState(g), planner.Options{Method: m, Workers: 1}).Incumbent.Cost
}

// saved is by how much a total is below another one.
func saved(total, of model.Cost) string {
	return fmt.Sprintf("%.1f %%", 100*(1-float64(total)/float64(of)))
}

// What docs/results.md states as facet's beside each number of the paper is what facet
// finds. There is no row that is not looked at.
func TestEveryNumberOfThePaper(t *testing.T) {
	extent.NoRace(t)
	p := readPaper(t)
	dags := make(map[string]*model.Dag)
	for _, name := range []string{"lion", "bat", "composition", "newton1", "newton2", "newton10",
		"openfoam"} {
		g, err := lessonDag(name)
		if err != nil {
			t.Fatal(err)
		}
		dags[name] = g
	}
	lion, bat, foam := dags["lion"], dags["bat"], dags["openfoam"]
	one, two, ten := dags["newton1"], dags["newton2"], dags["newton10"]
	p.is("Lion, classic (all Jacobians given), by vertices",
		grouped(p.total(lion.Classic(), planner.VertexElimination)))
	p.is("Lion, classic, by edges", grouped(p.total(lion.Classic(), planner.EdgeElimination)))
	p.is("Bat, classic, by edges", grouped(p.total(bat.Classic(), planner.EdgeElimination)))
	p.is("Bat, classic, by faces", grouped(p.total(bat.Classic(), planner.BranchAndBound)))

	for _, way := range []struct{ name, sequence string }{
		{"first", "ACC TAN (0 1)\nELI TAN (0 1)(1 2)"},
		{"second", "ACC ADJ (0 1)\nELI TAN (0 1)(1 2)"},
		{"third", "ACC ADJ (1 2)\nELI ADJ (0 1)(1 2)"},
		{"fourth", "ACC TAN (1 2)\nELI ADJ (0 1)(1 2)"},
		{"fifth", "ACC TAN (1 2)\nACC ADJ (0 1)\nELI MUL (0 1)(1 2)"},
		{"sixth", "ACC ADJ (1 2)\nACC ADJ (0 1)\nELI MUL (0 1)(1 2)"},
		{"seventh", "ACC ADJ (1 2)\nACC TAN (0 1)\nELI MUL (0 1)(1 2)"},
		{"eighth", "ACC TAN (1 2)\nACC TAN (0 1)\nELI MUL (0 1)(1 2)"},
	} {
		row := way.name + " way"
		if way.name == "fifth" {
			row = "fifth way, the optimum"
		}
		_, end, err := model.ReadSequence(model.NewState(dags["composition"]),
			strings.NewReader(way.sequence))
		if err != nil {
			t.Fatal(err)
		}
		p.is(row, grouped(end.Spent()))
	}

	greedy, best := p.total(one, planner.GreedyMinFill), p.total(one, planner.BranchAndBound)
	p.is("one step, dense tangent", grouped(one.DenseTangent()))
	p.is("one step, dense adjoint", grouped(one.DenseAdjoint()))
	p.is("one step, sparse adjoint", grouped(one.SparseAdjoint()))
	p.is("one step, greedy", grouped(greedy))
	p.is("one step, saved by greedy", saved(greedy, one.DenseTangent()))
	p.is("one step, optimum", grouped(best))
	p.is("one step, saved by the optimum", saved(best, one.DenseTangent()))

	nodes := solve(t, model.NewState(lion), planner.Options{Workers: 1})
	p.is("Lion, dense tangent", grouped(lion.DenseTangent()))
	p.is("Lion, dense adjoint", grouped(lion.DenseAdjoint()))
	p.is("Lion, optimized", grouped(nodes.Incumbent.Cost))
	p.is("Lion, nodes visited", strconv.FormatInt(nodes.Explored, 10))

	p.is("OpenFOAM, saved by sparse tangent", saved(foam.SparseTangent(), foam.DenseTangent()))
	p.is("two steps, saved by branch and bound", saved(p.total(two, planner.BranchAndBound),
		two.DenseTangent()))
	p.is("ten steps, saved by branch and bound", saved(p.total(ten, planner.BranchAndBound),
		ten.DenseTangent()))
	p.is("two steps, each by itself", grouped(2*best+2000))
	p.is("ten steps, each by itself", grouped(10*best+9*2000))
	const proven = "all, by bounds" // those who solve check that it is proven
	p.is("OpenFOAM, explored part of the search space", proven)
	p.is("ten steps, explored part of the search space", proven)

	for name, g := range map[string]*model.Dag{
		"Lion": lion, "Bat": bat, "OpenFOAM": foam, "two steps": two, "ten steps": ten,
	} {
		got := solve(t, model.NewState(g), planner.Options{Workers: 1})
		if !got.Proven {
			t.Errorf("%s is not proven", name)
		}
		p.is(name+", facet", strings.Join([]string{
			grouped(g.DenseTangent()), grouped(g.DenseAdjoint()), grouped(p.total(g, planner.SparseTangent)),
			grouped(p.total(g, planner.SparseAdjoint)), grouped(p.total(g, planner.GreedyMinFill)),
			grouped(got.Incumbent.Cost),
		}, " | "))
	}
	for row := range p.rows {
		if !p.seen[row] {
			t.Errorf("docs/results.md has a row %q that this test does not know", row)
		}
	}
}

// The paper's sparse tangent totals of several Newton steps are those of facet and what it
// costs when the columns of different steps are never added.
func TestSparseTangentOfThePaper(t *testing.T) {
	for name, c := range map[string]struct {
		steps, want model.Cost
	}{"newton2": {2, 200_000}, "newton10": {10, 2_600_000}} {
		g, err := lessonDag(name)
		if err != nil {
			t.Fatal(err)
		}
		total := g.SparseTangent()
		for k := model.Cost(2); k <= c.steps; k++ {
			total += (k-2)*10*(2000+200) + (k-1)*10*(1000+800)
		}
		if total != c.want {
			t.Errorf("%s: %s, the paper has %s", name, total, c.want)
		}
	}
}

// The paper's greedy sequence on Lion, as docs/results.md has it, costs what the paper says.
func TestGreedyOfThePaperOnLion(t *testing.T) {
	text, err := os.ReadFile("../docs/results.md")
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(string(text), "`facet replay lion -` takes these lines.\n\n```\n")
	lines, _, _ = strings.Cut(lines, "```")
	g, err := lessonDag("lion")
	if err != nil {
		t.Fatal(err)
	}
	_, end, err := model.ReadSequence(model.NewState(g), strings.NewReader(lines))
	if err != nil || !end.Done() || end.Spent() != 20 {
		t.Errorf("it costs %s, %v", end.Spent(), err)
	}
}
