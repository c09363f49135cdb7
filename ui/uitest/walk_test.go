package uitest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The golden of a walk is as strict as whole screens: they can be restored from it, so
// different walks have different goldens.
func TestScreensAreRestoredFromAWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.OneOf(rapid.SampledFrom([]string{"", " ", " 1 │ 2", "=== 2: x", "│ ◂",
			"\x1b[1mbold\x1b[0m"}), rapid.StringMatching(`[^\n]*`))
		name := rapid.SampledFrom([]string{"start", "keys :", "3 rows: 4", "from 2"})
		var w Walk
		var names, screens []string
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			rows := rapid.SliceOfN(row, 1, 12).Draw(t, "rows")
			if len(screens) > 0 && rapid.Bool().Draw(t, "similar") { // one row of an earlier screen changed
				rows = strings.Split(rapid.SampledFrom(screens).Draw(t, "earlier"), "\n")
				rows[rapid.IntRange(0, len(rows)-1).Draw(t, "at")] = row.Draw(t, "row")
			}
			names, screens = append(names, name.Draw(t, "name")), append(screens, strings.Join(rows, "\n"))
			w.See(names[len(names)-1], screens[len(screens)-1])
		}
		gotNames, got := restore(t, w.String())
		if !slices.Equal(gotNames, names) || !slices.Equal(got, screens) {
			t.Fatalf("from\n%s\ncame %q %q, not %q %q", w.String(), gotNames, got, names, screens)
		}
	})
}

// One changed character, wherever it is, is one row in the golden.
func TestAChangedSignIsInTheGolden(t *testing.T) {
	var w Walk
	w.See("start", "one\ntwo\nthree")
	w.See("key x", "one\ntwO\nthree")
	w.See("key y", "one\ntwO\nthree\nfour")
	w.See("undo", "one\ntwO")
	want := "=== 1 of 3 rows: start\n 1 │ one\n 2 │ two\n 3 │ three\n=== 2: key x\n 2 │ twO\n=== 3 of 4 rows: key y\n 4 │ four\n=== 4 of 2 rows: undo"
	if got := w.String(); got != want {
		t.Errorf("%s\nis not\n%s", got, want)
	}
}

// A walk that returns to an earlier screen names the step.
func TestAWalkComesBack(t *testing.T) {
	var w Walk
	w.See("start", "1\n2\n3\n4\nnothing")
	w.See("help", "a\nb\nc\nd\ne")
	w.See("esc", "1\n2\n3\n4\nclosed")
	if got, want := w.String(), "=== 3 from 1: esc\n 5 │ closed"; !strings.HasSuffix(got, want) {
		t.Errorf("%s\nends not in\n%s", got, want)
	}
}

var (
	heading = regexp.MustCompile(`^=== \d+(?: from (\d+))?(?: of (\d+) rows)?: (.*)$`)
	changed = regexp.MustCompile(`^ ?(\d+) │ (.*)$`)
)

// restore reads the names and the screens of a walk from its golden.
func restore(t *rapid.T, golden string) (names, screens []string) {
	for _, line := range strings.Split(golden, "\n") {
		if h := heading.FindStringSubmatch(line); h != nil {
			base := number(h[1], len(screens))
			var rows []string
			if base > 0 {
				rows = strings.Split(screens[base-1], "\n")
			}
			size := number(h[2], len(rows))
			rows = append(rows[:min(size, len(rows))], make([]string, max(size-len(rows), 0))...)
			names, screens = append(names, h[3]), append(screens, strings.Join(rows, "\n"))
			continue
		}
		c := changed.FindStringSubmatch(line)
		if c == nil {
			t.Fatalf("%q is neither a heading nor a row", line)
		}
		last := len(screens) - 1
		rows := strings.Split(screens[last], "\n")
		rows[number(c[1], 0)-1] = c[2]
		screens[last] = strings.Join(rows, "\n")
	}
	return names, screens
}

func number(text string, otherwise int) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return otherwise
}
