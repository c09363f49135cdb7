package ranges

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/model/generate"
	"facet/ui/cli/feature"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/files"
	"facet/ui/uitest"
)

// explorer is an explorer with this wing alone.
func explorer(t *testing.T, dag string, kind style.Kind, ascii bool, width, height int) *uitest.Driver {
	depth := termenv.TrueColor
	if kind == style.Mono {
		depth = termenv.Ascii
	}
	m := app.New(app.Options{Dag: uitest.Sample(t, dag), Theme: style.Make(kind, ascii, depth),
		Files: &files.Disk{},
		Parts: feature.List{Feature()}.Parts(layer.Surroundings{})})
	d := &uitest.Driver{T: t, Model: m, Width: width, Height: height}
	d.Begin()
	t.Cleanup(func() { _ = m.Close() })
	return d
}

// The table of ranges lies over the panels; a row points at its edge, Enter selects it.
func TestRanges(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		d := explorer(t, "bat", style.Mono, false, size[0], size[1])
		d.Command("ranges")
		for _, want := range []string{"ranges of an optimal sequence", "T  -1->1    2     0    2", "+2"} {
			if !strings.Contains(d.Screen(), want) {
				t.Fatalf("%q is missing:\n%s", want, d.Screen())
			}
		}
		if !strings.Contains(d.Screen(), "┃") {
			t.Errorf("nothing is pointed at:\n%s", d.Screen())
		}
		d.Press("w")
		t.Logf("\n%s", d.Screen())
		d.Press("w", "down", "enter")
		if strings.Contains(d.Screen(), "ranges of") || !d.Sees("F'(-1,1)") {
			t.Errorf("Enter does not select the edge:\n%s", d.Screen())
		}
	}
}

// PgDn scrolls the table, and closes it no more than the arrow keys do.
func TestRangesScroll(t *testing.T) {
	d := explorer(t, "openfoam", style.Mono, false, 80, 24)
	d.Command("ranges").Press("pgdown")
	if s := d.Screen(); !strings.Contains(s, "ranges of") || strings.Contains(s, "▸ T  U_in->U_tmp") {
		t.Errorf("PgDn does not scroll:\n%s", s)
	}
}

// The prices of sparse products belong to no edge: Enter says so.
func TestPriceOfTheDag(t *testing.T) {
	g, err := generate.Banded(12, 3, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := app.New(app.Options{Dag: g, Theme: style.Make(style.Mono, true, termenv.Ascii), Files: &files.Disk{},
		Parts: feature.List{Feature()}.Parts(layer.Surroundings{})})
	t.Cleanup(func() { _ = m.Close() })
	d := &uitest.Driver{T: t, Model: m, Width: 100, Height: 30}
	d.Begin()
	d.Command("ranges")
	for range 20 {
		if strings.Contains(d.Screen(), "> c  sparse products") ||
			strings.Contains(d.Screen(), "> s  sparse products") {
			d.Press("enter").Wants("no edge has it")
			return
		}
		d.Press("down")
	}
	t.Errorf("no price of sparse products:\n%s", d.Screen())
}

func TestRangesScreens(t *testing.T) {
	for _, c := range []struct {
		name, dag     string
		kind          style.Kind
		ascii         bool
		width, height int
		keys          []string
	}{
		{"ranges-80x24", "bat", style.Mono, false, 80, 24, nil},
		{"ranges-120x40-dark", "newton1", style.Dark, false, 120, 40, []string{"down", "down"}},
		{"ranges-heavy-80x24-dark", "lion", style.Dark, false, 80, 24, []string{"w"}},
		{"ranges-heavy-120x40-ascii", "lion", style.Mono, true, 120, 40, []string{"w"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := explorer(t, c.dag, c.kind, c.ascii, c.width, c.height)
			d.Command("ranges").Press(c.keys...)
			uitest.Golden(t, c.name, d.Screen())
		})
	}
}
