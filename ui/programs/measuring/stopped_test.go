package measuring_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"facet/ui/cli/shell"
	"facet/ui/files"
	"facet/ui/programs/measuring"
)

// stops ends a context when a word is written.
type stops struct {
	word string
	stop func()
}

func (s stops) Write(text []byte) (int, error) {
	if strings.Contains(string(text), s.word) {
		s.stop()
	}
	return len(text), nil
}

// Whoever stops facet once a program was measured has its dag, and reads what was written.
func TestStoppedOnceMeasured(t *testing.T) {
	path, err := python()
	if err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		word string
		args []string
		says string
		out  bool
	}{
		{"facet: running", []string{"--out", "f.json"}, "f.py was stopped while it was measured: nothing is written",
			false},
		{"facet: planning", nil, "f.py: facet was stopped once it was measured: nothing is written: --out keeps what was measured", false},
		{"facet: planning", []string{"--out", "f.json"}, "f.py: facet was stopped once it was measured: no plan was carried out; what was measured is in f.json", true},
		{"once more", []string{"--out", "f.json"}, "f.py: facet was stopped once it was measured: no plan was carried out; what was measured is in f.json", true},
	} {
		t.Chdir(folder(t, bottleneck))
		ctx, stop := context.WithCancel(t.Context())
		var out bytes.Buffer
		command := measuring.Command(&shell.Shell{Out: &out, Data: &out, Err: stops{c.word, stop},
			Files: &files.Disk{}})
		command.SetArgs(append(c.args, "f.py", "--plan", "best", "--repeat", "1", "--python", path))
		command.SilenceUsage, command.SilenceErrors = true, true
		if err := command.ExecuteContext(ctx); err == nil || err.Error() != c.says {
			t.Errorf("stopped at %q: %v", c.word, err)
		}
		if _, err := os.Stat("f.json"); (err == nil) != c.out {
			t.Errorf("stopped at %q: the dag: %v", c.word, err)
		}
		stop()
	}
}
