package certificate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/planner/bound/cover"
	"facet/planner/certificate"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

// TestAnotherChecker: a checker written from docs/certificates.md alone, with tables of booleans,
// finds that certificates of dags with patterns and without prove their bounds, and refuses
// bounds that are one too large where it is the optimum.
func TestAnotherChecker(t *testing.T) {
	linegraphtest.Shards(t, 400, 250, func(t *testing.T, r *rand.Rand,
		dags func(func(int) bool)) (checked int) {
		for n := range dags {
			g := linegraphtest.RandomSparse(t, r, n, 4+n%6)
			x := linegraphtest.Solver{Limit: 3000}
			optimum, ok := x.Optimum(model.NewState(g))
			if !ok || optimum.IsSaturated() {
				continue
			}
			in, _ := linegraph.FromState(model.NewState(g))
			tree := cover.Prove(context.Background(), in, cover.Options{Incumbent: optimum}, 50)
			c, err := certificate.New(g, nil, tree.Bound, cover.Certify(in, tree))
			if err != nil {
				t.Fatal(err)
			}
			var file bytes.Buffer
			if err := certificate.Write(&file, c); err != nil {
				t.Fatal(err)
			}
			if err := checkByTheBook(g, file.Bytes(), 0); err != nil {
				t.Fatalf("dag %d: %v\n%s", n, err, file.String())
			}
			if tree.Bound == optimum && checkByTheBook(g, file.Bytes(), 1) == nil {
				t.Fatalf("dag %d: it proves more than the optimum %d\n%s", n, optimum, file.String())
			}
			checked++
		}
		return checked
	})
}

type bookFile struct {
	Bound     int64
	Resources [][]any
	Levels    [][3]int64
	Leaves    []struct {
		Denominator, Unit int64
		Paths             []struct {
			Edges  []int
			Prices []int64
			Rest   bool
		}
		Inequalities [][]any
	}
	Proof any
}

type book struct {
	g         *model.Dag
	file      bookFile
	patterned bool
	operation []string // by resource
	from, to  []int64
	patterns  []bookPattern
	decided   map[int]string // by resource: selected, forbidden
}

// checkByTheBook checks the bound of a certificate, and more than it claims.
func checkByTheBook(g *model.Dag, text []byte, more int64) error {
	b := &book{g: g, decided: make(map[int]string)}
	if err := json.Unmarshal(text, &b.file); err != nil {
		return err
	}
	b.file.Bound += more
	for k := range g.Edges {
		e := &g.Edges[k]
		text := "dense"
		if e.Pattern != nil {
			text = e.Pattern.Text()
		}
		p := parsePattern(text, g.Vertices[e.Target].Size, g.Vertices[e.Source].Size)
		b.patterned = b.patterned || p.unit || !p.dense()
		b.patterns = append(b.patterns, p)
	}
	levels := make(map[int][3]int64)
	for _, l := range b.file.Levels {
		levels[int(l[0])] = l
	}
	for n, r := range b.file.Resources {
		b.operation = append(b.operation, fmt.Sprint(r...))
		l, has := levels[n]
		if needs := b.patterned && r[0] != "ACC"; needs != has || has && l[2] <= l[1] {
			return fmt.Errorf("levels of resource %d", n)
		}
		if !has {
			l = [3]int64{0, 0, b.price(r)}
		}
		b.from, b.to = append(b.from, l[1]), append(b.to, l[2])
		for m := range n {
			if b.patterned && b.operation[m] == b.operation[n] && b.from[m] < b.to[n] && b.from[n] < b.to[m] {
				return fmt.Errorf("resources %d and %d overlap", m, n)
			}
		}
	}
	return b.part(b.file.Proof)
}

// price is that of a resource in a dag without patterns, or of ACC.
func (b *book) price(r []any) int64 {
	at := func(k int) int { return int(r[k].(float64)) }
	size := func(i int) int64 { return b.g.Vertices[i].Size }
	if r[0] == "MUL" {
		return int64(b.g.Product.Setup) + int64(b.g.Product.Cost)*size(at(1))*size(at(2))*size(at(3))
	}
	e := b.g.Edges[at(1)]
	switch {
	case !e.HasModel:
		return 1 << 62
	case r[0] == "TAN":
		return batch(e.Tangent, e.TangentCurve, size(at(2)))
	case r[0] == "ADJ":
		return batch(e.Adjoint, e.AdjointCurve, size(at(2)))
	}
	tangents, adjoints := size(e.Source), size(e.Target)
	if b.patterned {
		tangents, adjoints = b.patterns[at(1)].at.colors(), b.patterns[at(1)].at.turned().colors()
	}
	if e.TangentCurve.Colors > 0 {
		tangents = e.TangentCurve.Colors
	}
	if e.AdjointCurve.Colors > 0 {
		adjoints = e.AdjointCurve.Colors
	}
	return min(batch(e.Tangent, e.TangentCurve, tangents), batch(e.Adjoint, e.AdjointCurve, adjoints))
}

func batch(c model.Cost, v model.Curve, k int64) int64 {
	width := max(1, v.Width)
	return int64(v.Setup) + int64(c)*((k+width-1)/width)
}

// ways counts the paths between two vertices.
func (b *book) ways(from, to int) int {
	if from == to {
		return 1
	}
	n := 0
	for _, e := range b.g.Edges {
		if e.Source == from {
			n += b.ways(e.Target, to)
		}
	}
	return n
}

func (b *book) paid() (sum int64) {
	for n, how := range b.decided {
		if how == "selected" {
			sum += b.to[n] - b.from[n]
		}
	}
	return sum
}

func (b *book) part(proof any) error {
	if b.paid() >= b.file.Bound {
		return nil
	}
	list, ok := proof.([]any)
	if !ok {
		sum, proved, err := b.leaf(int(proof.(float64)))
		if err != nil || proved {
			return err
		}
		l := b.file.Leaves[int(proof.(float64))]
		unit := max(1, l.Unit)
		step := big.NewInt(unit * l.Denominator)
		steps, rest := new(big.Int).DivMod(sum, step, new(big.Int))
		if rest.Sign() > 0 {
			steps.Add(steps, big.NewInt(1))
		}
		if whole := max(0, steps.Int64()*unit) + b.paid(); whole < b.file.Bound {
			return fmt.Errorf("leaf %v proves %d, not %d", proof, whole, b.file.Bound)
		}
		return nil
	}
	if fixing, ok := list[0].([]any); ok {
		return b.fixing(fixing, list[1])
	}
	n := int(list[0].(float64))
	if b.decided[n] != "" {
		return fmt.Errorf("resource %d is decided twice", n)
	}
	defer delete(b.decided, n)
	for k, how := range [...]string{"selected", "forbidden"} {
		b.decided[n] = how
		if err := b.part(list[1+k]); err != nil {
			return err
		}
	}
	return nil
}

func (b *book) fixing(list []any, rest any) error {
	leaf := int(list[0].(float64))
	sum, proved, err := b.leaf(leaf)
	if err != nil || proved {
		return err
	}
	denominator := b.file.Leaves[leaf].Denominator
	for _, resource := range list[1:] {
		n := int(resource.(float64))
		reduced := denominator * (b.to[n] - b.from[n])
		for _, p := range b.file.Leaves[leaf].Paths {
			for k := 0; k < len(p.Prices); k += 2 {
				if int(p.Prices[k]) == n {
					reduced -= p.Prices[k+1]
				}
			}
		}
		if new(big.Int).Add(sum, big.NewInt(reduced)).
			Cmp(big.NewInt(denominator*(b.file.Bound-b.paid()))) < 0 || b.decided[n] != "" {
			return fmt.Errorf("resource %d cannot be fixed", n)
		}
	}
	for _, resource := range list[1:] {
		b.decided[int(resource.(float64))] = "forbidden"
		defer delete(b.decided, int(resource.(float64)))
	}
	return b.part(rest)
}

// leaf gives S; proved says that some path cannot be derived.
func (b *book) leaf(n int) (sum *big.Int, proved bool, err error) {
	l := b.file.Leaves[n]
	prices := make(map[int]int64)
	for _, p := range l.Paths {
		for k := 0; k < len(p.Prices); k += 2 {
			prices[int(p.Prices[k])] += p.Prices[k+1]
		}
	}
	for r, all := range prices {
		if all > l.Denominator*(b.to[r]-b.from[r]) {
			return nil, false, fmt.Errorf("the prices of resource %d are too large", r)
		}
	}
	if l.Unit > 1 && b.patterned {
		costs := []model.Cost{model.Cost(b.paid()), b.g.Product.Setup, b.g.Product.Cost, b.g.Sparse.Setup,
			b.g.Sparse.Cost}
		for _, e := range b.g.Edges {
			if e.HasModel {
				costs = append(costs, e.Tangent, e.Adjoint, e.TangentCurve.Setup, e.AdjointCurve.Setup)
			}
		}
		for _, c := range costs {
			if int64(c)%l.Unit != 0 {
				return nil, false, fmt.Errorf("the unit %d does not divide %d", l.Unit, c)
			}
		}
	}
	sum = new(big.Int)
	for _, i := range l.Inequalities {
		sum.Sub(sum, big.NewInt(int64(i[5].(float64))))
	}
	for at := range l.Paths {
		value, can := b.value(n, at)
		if !can {
			return nil, true, nil
		}
		sum.Add(sum, big.NewInt(value))
	}
	return sum, false, nil
}

// value is the cheapest derivation of a path.
func (b *book) value(leaf, at int) (int64, bool) {
	edges := b.file.Leaves[leaf].Paths[at].Edges
	k := len(edges)
	vertices := []int{b.g.Edges[edges[0]].Source}
	for _, e := range edges {
		vertices = append(vertices, b.g.Edges[e].Target)
	}
	type span struct{ l, r int }
	products := make(map[span]bookPattern)
	best, can := make(map[span]int64), make(map[span]bool)
	for length := 1; length <= k; length++ {
		for l := 0; l+length <= k; l++ {
			r := l + length
			s := span{l, r}
			take := func(split int, step []any, least int64, parts ...span) {
				cost, available := b.step(leaf, at, step, least)
				for _, p := range parts {
					available = available && can[p]
					cost += best[p]
				}
				if length > 1 {
					cost += b.charges(leaf, at, l, r, split, k)
				}
				if available && (!can[s] || cost < best[s]) {
					best[s], can[s] = cost, true
				}
			}
			first, last := b.g.Edges[edges[l]], b.g.Edges[edges[r-1]]
			if length == 1 {
				products[s] = b.patterns[edges[l]]
				if acc := []any{"ACC", float64(edges[l])}; first.HasJacobian {
					can[s] = true
				} else {
					take(0, acc, b.price(acc))
				}
				continue
			}
			p := b.patterns[edges[r-1]].times(products[span{l, r - 1}])
			products[s] = p
			if last.HasModel {
				tan := []any{"TAN", float64(edges[r-1]), float64(vertices[l])}
				least := b.price(tan)
				if b.patterned && b.ways(vertices[l], vertices[r-1]) == 1 {
					least = batch(last.Tangent, last.TangentCurve, p.at.colors())
				} else if b.patterned {
					least = batch(last.Tangent, last.TangentCurve, p.at.most())
				}
				take(r-1, tan, least, span{l, r - 1})
			}
			if first.HasModel {
				adj := []any{"ADJ", float64(edges[l]), float64(vertices[r])}
				least := b.price(adj)
				if b.patterned && b.ways(vertices[l+1], vertices[r]) == 1 {
					least = batch(first.Adjoint, first.AdjointCurve, p.at.turned().colors())
				} else if b.patterned {
					least = batch(first.Adjoint, first.AdjointCurve, p.at.turned().most())
				}
				take(l+1, adj, least, span{l + 1, r})
			}
			for m := l + 1; m < r; m++ {
				mul := []any{"MUL", float64(vertices[l]), float64(vertices[m]), float64(vertices[r])}
				least, right, left := b.price(mul), products[span{l, m}], products[span{m, r}]
				switch {
				case left.unit || right.unit:
					least = 0
				case !left.dense() || !right.dense():
					count, turned := int64(0), left.at.turned()
					for j := range turned {
						count += turned.inRow(j) * right.at.inRow(j)
					}
					least = min(least, int64(b.g.Sparse.Setup)+int64(b.g.Sparse.Cost)*count)
				}
				take(m, mul, least, span{l, m}, span{m, r})
			}
		}
	}
	return best[span{0, k}], can[span{0, k}]
}

// step is what a path pays for an operation, and whether it is available.
func (b *book) step(leaf, at int, operation []any, least int64) (sum int64, available bool) {
	name, l := fmt.Sprint(operation...), b.file.Leaves[leaf]
	path := l.Paths[at]
	selected, parts := int64(0), false
	for n := range b.operation {
		if b.operation[n] != name {
			continue
		}
		switch b.decided[n] {
		case "forbidden":
			if b.to[n] <= least {
				return 0, false
			}
		case "selected":
			parts, selected = true, selected+b.to[n]-b.from[n]
		}
	}
	if !parts && least >= b.file.Bound-b.paid() {
		return 0, false
	}
	if path.Rest {
		left := l.Denominator * max(0, least-selected)
		for _, other := range l.Paths {
			for k := 0; k < len(other.Prices); k += 2 {
				if b.operation[other.Prices[k]] == name {
					left -= other.Prices[k+1]
				}
			}
		}
		return max(0, left), true
	}
	for k := 0; k < len(path.Prices); k += 2 {
		if n := int(path.Prices[k]); b.operation[n] == name && b.to[n] <= least && b.decided[n] == "" {
			sum += path.Prices[k+1]
		}
	}
	return sum, true
}

// charges are what inequalities add to a step of [l,r) that is split at a position.
func (b *book) charges(leaf, at, l, r, split, k int) (sum int64) {
	for _, i := range b.file.Leaves[leaf].Inequalities {
		number := func(n int) int { return int(i[n].(float64)) }
		s, start, amount := number(3), number(4), int64(number(5))
		from, to, where := l, r, split
		if i[0] == "suffix" {
			from, to, where = k-r, k-l, k-split
		}
		if at == number(1) && where == s && from == start {
			sum += amount
		}
		if at == number(2) && where == s && from < start {
			sum += amount
		}
		if at == number(2) && where == start && to == s {
			sum -= amount
		}
	}
	return sum
}
