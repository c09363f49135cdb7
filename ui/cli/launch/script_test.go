package launch_test

import (
	"path/filepath"
	"strings"
	"testing"

	"facet/model/modeltest/extent"
	"facet/ui/cli/launch"
	"facet/ui/cli/shell"
	"facet/ui/explore/app"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/terminal"
	"facet/ui/uitest"
	"facet/ui/uitest/whole"
)

// A script is carried out without a prompt, and nothing is saved but what it saves. Its error
// names the line.
func TestScriptFromTheCommandLine(t *testing.T) {
	extent.NoRace(t)
	home := t.TempDir()
	getenv := func(name string) string { return map[string]string{"HOME": home}[name] }
	run := func(lines string) (string, error) {
		var out strings.Builder
		err := launch.On(t.Context(), shell.Explorer{Options: app.Options{Dag: uitest.Sample(t, "lion"),
			Files: &files.Disk{}, Terminal: terminal.Terminal{In: strings.NewReader(lines), Out: &out,
				Getenv: getenv}}, Script: "demo.txt", Wings: whole.Features().Parts})
		return out.String(), err
	}
	saved := filepath.Join(home, "lion.seq")
	said, err := run("1\nvertex 1\nsave " + saved + "\n")
	if err != nil || !strings.Contains(said, "> vertex 1\n") || !strings.Contains(said, "Saved ") ||
		strings.Contains(said, "quits.") {
		t.Errorf("%v\n%s", err, said)
	}
	if said, err = run("1\n\n# nothing\nundo\nundo\n"); err == nil ||
		!strings.HasPrefix(err.Error(), "demo.txt:5: This is the start") {
		t.Errorf("%v\n%s", err, said)
	}
	for range 2 { // the second time nothing of the first is found again
		if said, err = run("edit\ncost 0 1 3/6\nedit.done\nsolve\nwait\npuzzle bat-22\n1\npuzzle.hint\nend\nlesson bat\nlesson.next\nend\n"); err != nil {
			t.Errorf("%v\n%s", err, said)
		}
	}
	if found, _ := filepath.Glob(filepath.Join(home, ".local/state/facet/*/*")); len(found) > 0 {
		t.Errorf("kept are %v", found)
	}
	kept, err := store.Open(getenv)
	if err != nil || len(kept.List()) > 0 {
		t.Errorf("saved are %+v (%v)", kept.List(), err)
	}
}
