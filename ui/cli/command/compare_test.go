package command

import (
	"strings"
	"testing"

	"facet/planner"
	"facet/ui/uitest"
)

// What is written holds every method on every dag, and on one dag how far each
// is from the best.
func TestComparison(t *testing.T) {
	bat := subject{"bat", uitest.Sample(t, "bat")}
	lion := subject{"lion", uitest.Sample(t, "lion")}
	methods := []planner.Method{planner.BranchAndBound, planner.SparseAdjoint, planner.DenseTangent}
	for _, k := range []struct {
		subjects []subject
		want     []string
	}{
		{[]subject{bat}, []string{"BranchAndBound     32*         ",
			"SparseAdjoint      64           +100.0 %"}},
		{[]subject{bat, lion}, []string{"method          bat   lion", "BranchAndBound   32*    16*"}},
	} {
		table, err := compareMethods(t.Context(), k.subjects, methods, planner.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if want := len(k.subjects) * len(methods); len(table.entries) != want {
			t.Errorf("%d entries instead of %d", len(table.entries), want)
		}
		var text, rows strings.Builder
		if err := table.writeText(&text); err != nil {
			t.Error(err)
		}
		for _, want := range k.want {
			if !strings.Contains(text.String(), want) {
				t.Errorf("there is no %q in\n%s", want, text.String())
			}
		}
		if err := table.writeCSV(&rows); err != nil ||
			strings.Count(rows.String(), "\n") != 1+len(table.entries) {
			t.Errorf("%v\n%s", err, rows.String())
		}
	}
}
