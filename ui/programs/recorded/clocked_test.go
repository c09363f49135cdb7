package recorded

import (
	"slices"
	"strings"
	"testing"
)

// A driver with loops reads the clock as often as it has lines with times, and none in values.
func TestLoopsAreClocked(t *testing.T) {
	text := driverHead + `, Kept& kept) {
  Matrix &j1 = kept.matrices[0];
  Vector* const v = kept.vectors + 0;
  for (int n = 0; n <= 4; n += 1) {
    modules.step(n, v[n + 1], v[n]);
  }
  modules.adjoint_9(j1, v[4], j1);  // ACC 3, alive 4
  for (int n = 8; n >= 2; n -= 2) {
    modules.adjoint(8 - n, j1, v[n], j1);  // first given, alive 4
    j1 = Matrix();
  }
` + driverResult + "\n}\n"
	want := []string{"modules.adjoint_9(j1, v[4], j1);  # ACC 3, alive 4"}
	for range 4 {
		want = append(want, "modules.adjoint(8 - n, j1, v[n], j1);  # given, alive 4", "j1 = Matrix();")
	}
	if got := clockedLines(text); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	got := string(clocked(text))
	if before, _, _ := strings.Cut(got, "  modules.adjoint_9"); !strings.HasSuffix(before,
		"  }\n  facet::tick();\n") || strings.Count(got, "facet::tick();") != 4 {
		t.Error(got)
	}
}
