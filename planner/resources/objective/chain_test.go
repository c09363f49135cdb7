package objective

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"facet/model"
)

// parse reads a chain n0;n1:t1;n2:t2 as the publication writes them.
func parse(t *testing.T, text string) *model.Dag {
	t.Helper()
	var vertices []model.Vertex
	var edges []model.Edge
	for k, part := range strings.Split(text, ";") {
		size, cost, _ := strings.Cut(part, ":")
		n, err := strconv.ParseInt(size, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		vertices = append(vertices, model.Vertex{ID: strconv.Itoa(k), Size: n})
		if k > 0 {
			c, err := strconv.ParseInt(cost, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			edges = append(edges, model.Edge{Source: k - 1, Target: k, Tangent: model.Cost(c),
				Adjoint: model.Cost(c), HasModel: true})
		}
	}
	g, err := model.NewDag("chain", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestPublishedChains takes the table of published makespans from FACET_CHAINS.
// FACET_CHAINS_EACH=n takes every n-th row.
func TestPublishedChains(t *testing.T) {
	dir := os.Getenv("FACET_CHAINS")
	if dir == "" {
		t.Skip("FACET_CHAINS is not set")
	}
	file, err := os.Open(filepath.Join(dir, "makespans.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	each, _ := strconv.Atoi(os.Getenv("FACET_CHAINS_EACH"))
	type sum struct{ rows, optimal, open, settled, better int }
	sums := make(map[string]*sum)
	var longest time.Duration
	for k, row := range rows[1:] {
		if each > 1 && k%each != 0 {
			continue
		}
		machines, _ := strconv.Atoi(row[3])
		best, _ := strconv.ParseInt(row[4], 10, 64)
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		begun := time.Now()
		g := parse(t, row[2])
		s, ok := Makespan(ctx, g, machines, Start{}), isChain(g) != nil
		took := time.Since(begun)
		cancel()
		if took > longest {
			longest = took
			t.Logf("%s: %s", row, took)
		}
		if sums[row[0]] == nil {
			sums[row[0]] = &sum{}
		}
		n := sums[row[0]]
		n.rows++
		known := row[5] == "yes"
		switch {
		case !ok:
			t.Errorf("%s: no chain", row)
		case s.Makespan > model.Cost(best):
			t.Errorf("%s: %d", row, s.Makespan)
		case known && s.Makespan < model.Cost(best):
			t.Errorf("%s: %d is below the optimum", row, s.Makespan)
		case s.Bound > model.Cost(best):
			t.Errorf("%s: bound %d", row, s.Bound)
		}
		if s.Optimal {
			n.optimal++
		}
		if !known {
			n.open++
			if s.Optimal {
				n.settled++
			}
			if s.Makespan < model.Cost(best) {
				n.better++
			}
		}
		if !s.Optimal {
			t.Logf("%s: open, %d to %d", row, s.Bound, s.Makespan)
		}
	}
	for length, n := range sums {
		t.Logf("length %s: %+v", length, *n)
	}
	t.Logf("longest %s", longest)
}
