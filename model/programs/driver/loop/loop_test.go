package loop_test

import (
	"fmt"
	"strings"
	"testing"

	"facet/model/programs/driver/loop"
)

// python writes loops as drivers in Python have them.
var python = &loop.Phrases{
	Up:    "for n in range(%[1]d, %[2]d + 1, %[3]d):",
	Down:  "for n in range(%[1]d, %[2]d - 1, -%[3]d):",
	Array: "%[1]s = [None] * %[3]d", Longest: 80,
	Call:  func(f *loop.Family, _, index string) string { return f.Name + "[" + index + "](" },
	Table: func(f *loop.Family) string { return f.Name + " = [" + strings.Join(f.Members, ", ") + "]" },
}

// chain is n calls, each of the value before, with numbers that go up or down.
func chain(n int, down bool) (lines []loop.Line, names loop.Names) {
	names = loop.Names{Kinds: map[string]loop.Kind{"v0": loop.Vectors}, Signatures: map[string]string{}}
	for k := 1; k <= n; k++ {
		at, before := k, k-1
		if down {
			at, before = n-k, n-k+1
		}
		f, v, from := fmt.Sprintf("step_%d", at), fmt.Sprintf("v%d", at), fmt.Sprintf("v%d", before)
		names.Kinds[v], names.Kinds[from], names.Signatures[f] = loop.Vectors, loop.Vectors, "v"
		lines = append(lines, loop.Line{Text: v + " = modules." + f + "(" + from + ")", Note: "a step"})
		names.Last = []string{v}
	}
	return lines, names
}

// Lines that repeat become one loop, up or down; names that vary are elements, functions a
// family.
func TestRoll(t *testing.T) {
	for _, c := range []struct {
		down bool
		want string
	}{
		{false, "  for n in range(1, 12 + 1, 1):\n    v[n] = step[n - 1](v[n - 1])  # first a step\n"},
		{true, "  for n in range(11, 0 - 1, -1):\n    v[n] = step[n](v[n + 1])  # first a step\n"},
	} {
		lines, names := chain(12, c.down)
		r := loop.Roll(python, lines, names)
		if r == nil {
			t.Fatal("no loop is found")
		}
		var b strings.Builder
		r.Write(&b, "  ", "#")
		if got := b.String(); !strings.HasSuffix(got, c.want) {
			t.Errorf("written is\n%s\nwant at its end\n%s", got, c.want)
		}
	}
}

// What a loop would not make shorter, or what no name of a number joins, stays line by line.
func TestNoLoop(t *testing.T) {
	few, names := chain(5, false)
	if loop.Roll(python, few, names) != nil {
		t.Error("five lines become a loop")
	}
	lines, names := chain(12, false)
	for k := range lines {
		names.Signatures[fmt.Sprintf("step_%d", k+1)] = fmt.Sprint("other ", k)
	}
	if loop.Roll(python, lines, names) != nil {
		t.Error("functions that are called in different ways become a family")
	}
	if loop.Roll(nil, lines, names) != nil {
		t.Error("a language without loops has one")
	}
}

// Lines that are alike, and of which no number goes on from another one, are compared with all that
// may be a turn behind: nothing is made for that.
func TestLinesWithoutLoopsAreLookedAtOnce(t *testing.T) {
	lines, names := chain(300, false)
	for k := range lines {
		v := fmt.Sprintf("v%d", k*k%1009)
		names.Kinds[v] = loop.Vectors
		lines[k].Text = v + " = f(" + v + ")"
	}
	made := testing.AllocsPerRun(3, func() {
		if loop.Roll(python, lines, names) != nil {
			t.Error("there is a loop")
		}
	})
	if each := made / float64(len(lines)); each > 40 {
		t.Errorf("%.0f allocations a line", each)
	}
}

// A turn has as many lines as a language allows.
func TestLongestTurn(t *testing.T) {
	lines, names := chain(300, false)
	for k := range lines {
		if k%100 == 0 {
			lines[k].Text += " "
		}
	}
	for longest, rolls := range map[int]int{80: 3, 100: 1} {
		p := *python
		p.Longest = longest
		var b strings.Builder
		loop.Roll(&p, lines, names).Write(&b, "  ", "#")
		if got := strings.Count(b.String(), "for n "); got != rolls {
			t.Errorf("%d lines: %d loops, want %d", longest, got, rolls)
		}
	}
}

// Loops over functions of one kind share a family, which goes on from loop to loop; what is called outside
// of loops, too, is called by its place.
func TestFamiliesGoOn(t *testing.T) {
	names := loop.Names{Kinds: map[string]loop.Kind{"w": loop.Vectors}, Signatures: map[string]string{}}
	var lines []loop.Line
	call := func(result string, at int) {
		names.Kinds[result], names.Signatures[fmt.Sprintf("f_%d", at)] = loop.Vectors, "v"
		lines = append(lines, loop.Line{Text: fmt.Sprintf("%s = modules.f_%d(w)", result, at)})
	}
	for k := range 12 {
		call(fmt.Sprintf("a%d", k), 5+k)
	}
	lines = append(lines, loop.Line{Text: "between"})
	for k := range 12 {
		call(fmt.Sprintf("b%d", k), 25-k)
	}
	call("c", 8)
	for k := range 10 {
		call(fmt.Sprintf("d%d", k), 6+2*k)
	}
	for name := range names.Kinds {
		names.Last = append(names.Last, name)
	}
	r := loop.Roll(python, lines, names)
	var b strings.Builder
	r.Write(&b, "", "#")
	var members []string
	for k := 5; k <= 25; k++ {
		members = append(members, fmt.Sprintf("f_%d", k))
	}
	for _, part := range []string{
		"\nf = [" + strings.Join(members, ", ") + "]\nfor", "range(5, 16 + 1, 1):\na[n - 5] = f[n - 5](w)\n",
		"range(25, 14 - 1, -1):\nb[25 - n] = f[n - 5](w)\n", "\nc = f[3](w)\n", "range(0, 9 + 1, 1):\nd[n] = f[2*n + 1](w)\n",
	} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("there is no %q in\n%s", part, b.String())
		}
	}
	if first, more := r.Families("f_5"); len(first) != 1 || !more {
		t.Errorf("f_5 is the first of %v", first)
	}
	if first, more := r.Families("f_8"); len(first) != 0 || !more {
		t.Errorf("f_8 is the first of %v", first)
	}
}
