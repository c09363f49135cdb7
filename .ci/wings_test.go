package ci

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// wings are the subjects that the program works without, and the folders of each, where
// they are there. The first folder is the door: main imports it, and nothing else does
// but ui/uitest, with which tests start a whole program.
var wings = map[string][]string{
	"teach":     {"ui/teach", "planner/teach", "model/teach"},
	"programs":  {"ui/programs", "planner/programs", "model/programs"},
	"resources": {"ui/resources", "planner/resources", "model/resources"},
	"ranges":    {"ui/ranges", "planner/ranges", "model/ranges"},
}

// uncut are imports that still have to go, as "from to".
var uncut = []string{
	"ui/programs planner/resources/timetable",
}

func TestWings(t *testing.T) {
	t.Chdir("..")
	all, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedImports}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	var imports [][2]string
	for _, p := range all {
		for to := range p.Imports {
			imports = append(imports, [2]string{p.PkgPath, to})
		}
	}
	found := breaches(wings, imports)
	for i, why := range found {
		if !slices.Contains(uncut, i) {
			t.Errorf("%s: %s", i, why)
		}
	}
	for _, i := range uncut {
		if found[i] == "" {
			t.Errorf("%s: there is no such import any more: take it out of the list", i)
		}
	}
}

// breaches are the imports of a wing's inside from outside, and why each is refused.
func breaches(wings map[string][]string, imports [][2]string) map[string]string {
	found := make(map[string]string)
	for _, i := range imports {
		from, to := strings.TrimPrefix(i[0], "facet/"), strings.TrimPrefix(i[1], "facet/")
		of, in := wingOf(wings, to), wingOf(wings, from)
		main := from == "facet" || strings.HasPrefix(from, "ui/uitest/")
		switch {
		case of == "" || of == in || main && to == wings[of][0]:
		case main:
			found[from+" "+to] = fmt.Sprintf("main knows the wing %s by its door %s alone", of, wings[of][0])
		case in != "":
			found[from+" "+to] = fmt.Sprintf("the wing %s knows nothing of the wing %s", in, of)
		default:
			found[from+" "+to] = fmt.Sprintf("only main knows the wing %s: everything else works without it", of)
		}
	}
	return found
}

// wingOf is the wing in which a package is, empty for none.
func wingOf(wings map[string][]string, pkg string) string {
	for name, folders := range wings {
		for _, folder := range folders {
			if pkg == folder || strings.HasPrefix(pkg, folder+"/") {
				return name
			}
		}
	}
	return ""
}

func TestWingsAreShut(t *testing.T) {
	made := map[string][]string{"teach": {"ui/teach", "model/teach"}, "ranges": {"ui/ranges", "planner/ranges"}}
	got := breaches(made, [][2]string{
		{"facet", "facet/ui/teach"}, {"facet/ui/teach", "facet/ui/teach/class"}, {"facet/ui/teach/class", "facet/model/teach"},
		{"facet/ui/teach", "facet/ui/draw"}, {"facet/ui/ranges", "facet/planner/ranges"}, {"facet/ui/draw", "facet/ui/teaching"},
		{"facet/ui/draw", "fmt"},
		{"facet", "facet/ui/teach/class"}, {"facet/ui/draw", "facet/ui/teach"}, {"facet/ui/ranges", "facet/ui/teach"},
		{"facet/planner", "facet/planner/ranges"}, {"facet/ui/teach/class", "facet/planner/ranges"},
	})
	want := []string{
		"facet ui/teach/class", "planner planner/ranges", "ui/draw ui/teach",
		"ui/ranges ui/teach", "ui/teach/class planner/ranges",
	}
	if got := slices.Sorted(maps.Keys(got)); !slices.Equal(got, want) {
		t.Errorf("refused are %q, not %q", got, want)
	}
}
