package driver_test

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"facet/model/programs/driver"
)

// Parts of what one call gave that lie side by side are put together with others as one part, and
// the same matrices once.
func TestNeighboursStayTogether(t *testing.T) {
	part := regexp.MustCompile(`^ +(\w+) = (\w+)\[(:, )?(\d+):(\d+)\]$`)
	join := regexp.MustCompile(`np\.concatenate\(\((.*)\)(, 1)?\)`)
	rng := rand.New(rand.NewPCG(7, 7))
	joins := 0
	for range 60 {
		g := called(t, rng, false)
		d, err := driver.New(g, swept(t, rng, g))
		if err != nil {
			t.Fatal(err)
		}
		d.Fuse(1<<40, nil)
		text, err := d.WriteLines("python", origin)
		if err != nil {
			t.Fatal(err)
		}
		type span struct{ of, from, to string }
		parts := make(map[string]span)
		made := make(map[string]bool) // joins of what has not changed since
		for line := range strings.Lines(string(text)) {
			if m := part.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
				parts[m[1]] = span{m[2], m[4], m[5]}
				continue
			}
			name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			delete(parts, name) // it is something else now, or was added to
			maps.DeleteFunc(made, func(names string, _ bool) bool {
				return slices.Contains(strings.Split(names, ", "), name)
			})
			if m := join.FindStringSubmatch(line); m != nil {
				joins++
				key := m[1] + ", " + m[2]
				if made[key] {
					t.Errorf("%s is made twice:\n%s", m[0], text)
				}
				made[key] = true
				last := span{}
				for name := range strings.SplitSeq(m[1], ", ") {
					if p := parts[name]; p.of != "" && p.of == last.of && p.from == last.to {
						t.Errorf("%s and its neighbour are parts of %s:\n%s", name, p.of, text)
					}
					last = parts[name]
				}
			}
		}
	}
	if joins < 20 {
		t.Errorf("%d joins", joins)
	}
}
