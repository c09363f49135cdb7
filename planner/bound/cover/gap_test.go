package cover

import (
	"context"
	"testing"

	"facet/model"
	"facet/planner/certificate"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

// Dags on which cuts alone stay below the optimum: on the first the cover has an
// integer solution that no sequence carries out, and inequalities tell; on the second
// the gap is fractional, and a branching closes it.
func TestGapsThatRulesAndBranchingsClose(t *testing.T) {
	tests := []struct {
		name                 string
		dag                  *model.Dag
		plain, root, optimum model.Cost
	}{
		{"rules", linegraphtest.Gap(), 1052, 1096, 1096},
		{"branchings", linegraphtest.MatrixFree([]int64{16, 13, 17, 1, 25, 22, 10}, [][4]int{
			{0, 1, 18, 47}, {0, 3, 28, 76}, {0, 4, 25, 17}, {0, 5, 17, 27}, {0, 6, 1, 10}, {1, 2, 8, 17},
			{1, 3, 0, 2},
			{1, 5, 56, 46}, {2, 4, 34, 13}, {2, 5, 0, 110}, {2, 6, 20, 1}, {3, 5, 1, 6}, {4, 6, 8, 9},
			{5, 6, 39, 76},
		}), 3317, 3317, 3356},
	}
	for _, test := range tests {
		in, _ := linegraph.FromState(model.NewState(test.dag))
		tree := Prove(context.Background(), in, Options{Incumbent: test.optimum}, 20)
		result := Solve(context.Background(), in, Options{Incumbent: test.optimum, Inequalities: true})
		if result.Plain.Bound != test.plain || result.Bound != test.root || tree.Bound != test.optimum {
			t.Errorf("%s: cuts %d, rules %d, branchings %d, want %d, %d, %d", test.name,
				result.Plain.Bound, result.Bound, tree.Bound, test.plain, test.root, test.optimum)
		}
		c, err := certificate.New(test.dag, nil, tree.Bound, Certify(in, tree))
		if err != nil {
			t.Fatal(err)
		}
		if v, err := certificate.Verify(test.dag, c); err != nil || v.Bound != test.optimum {
			t.Errorf("%s: %v, %v", test.name, v, err)
		}
	}
}
