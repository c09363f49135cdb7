package functions

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"facet/ui/files"
)

// The dag of a function is that of its operations, wherever a file is opened.
func TestFunctionsAreDags(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.go")
	if err := os.WriteFile(path,
		[]byte("// F is.\npackage f\n\nfunc F(x float64) float64 { return 2 * x }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		disk  *files.Disk
		edges int
		says  string
	}{{&files.Disk{Function: Dag}, 1, ""}, {&files.Disk{}, 0, "reads none: open a dag"}} {
		in, err := c.disk.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		g, err := in.Dag(t.Context())
		if c.says == "" && (err != nil || len(g.Edges) != c.edges) || c.says != "" &&
			(err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%v %v", g, err)
		}
	}
}
