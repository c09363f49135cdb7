package sshd

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"facet/ui/teach/class"
)

// A file of results that was changed so that it cannot be read as a whole stays as it is,
// and what can be read of it counts.
func TestChangedResultsStay(t *testing.T) {
	when := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	all := []class.Result{
		{Puzzle: "lion-11", Who: "SHA256:abc", Outcome: class.Outcome{Name: "=Ada, \"the\" first", Total: 11,
			Solved: true, When: when}},
		{Dag: "bat", Who: "SHA256:def", Outcome: class.Outcome{Name: "Ben", Hints: 2, When: when}},
	}
	text := resultsText(all)
	for what, c := range map[string]struct {
		text  []byte
		rows  int
		whole bool
	}{
		"as it was written":    {text, 2, true},
		"with a mark of order": {append([]byte("\ufeff"), text...), 2, true},
		"empty":                {nil, 0, true},
		"with semicolons":      {bytes.ReplaceAll(text, []byte(","), []byte(";")), 0, false},
		"another column": {append([]byte("a note,"),
			bytes.ReplaceAll(text, []byte("\n"), []byte("\n,"))...), 0, false},
		"other times": {bytes.ReplaceAll(text, []byte("2026-01-02T03:04:05Z"), []byte("02.01.2026 03:04")),
			0, false},
		"one row more": {append(text[:len(text):len(text)], "an own remark\n"...), 2, false},
		"cut off":      {text[:len(text)-5], 1, false},
		"other bytes":  {bytes.Repeat([]byte("\x00\xff\""), 1000), 0, false},
	} {
		dir := t.TempDir()
		first := filepath.Join(dir, "2026-01-02.csv")
		if err := os.WriteFile(first, c.text, 0o600); err != nil {
			t.Fatal(err)
		}
		path, read := resultsOf(dir, "2026-01-02")
		if (path == first) != c.whole || len(read) != c.rows {
			t.Errorf("%s: %d rows are read, and the next go to %s", what, len(read), filepath.Base(path))
		}
		if c.rows == 2 && (read[0].Name != strings.TrimPrefix(all[0].Name, "'") ||
			!reflect.DeepEqual(read[1], all[1])) {
			t.Errorf("%s: %+v", what, read)
		}
		if c.whole {
			continue
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if again, read := resultsOf(dir, "2026-01-02"); again != path || len(read) != c.rows+2 {
			t.Errorf("%s: the next start reads %d rows and writes to %s", what, len(read),
				filepath.Base(again))
		}
	}
}
