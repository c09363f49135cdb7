package app

import (
	"context"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/generate"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// A dag with large patterns is on the screen before its classical totals are computed, and
// these come later. Another dag drops them.
func TestLargeTotalsComeLater(t *testing.T) {
	g, err := generate.Stencil([]int{48, 48}, 8, 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	o := testOptions(g, style.Mono, false)
	m := New(o)
	t.Cleanup(func() { _ = m.Close() })
	m.Init()
	_, cmd := m.Update(tea.WindowSizeMsg{Width: 160, Height: 40})
	if text := m.View(); !strings.Contains(text, "sparse …") ||
		!strings.Contains(text, style.Number(g.DenseTangent())) {
		t.Fatalf("the first screen:\n%s", text)
	}
	d := &driver{t, m}
	d.run(cmd)
	want := layer.NewTotals(g, m.Session().State())
	if got := m.screen.shown.totals; got.Pending || got.SparseTangent != want.SparseTangent ||
		*got.CompressedAdjoint != *want.CompressedAdjoint {
		t.Errorf("%+v, want %+v", got, want)
	}
	if text := d.screen(); strings.Contains(text, "sparse …") ||
		!strings.Contains(text, style.Number(want.SparseTangent)) {
		t.Errorf("later:\n%s", text)
	}
}

// The computation asks whether it is still wanted.
func TestTotalsAreCancelled(t *testing.T) {
	g, err := generate.Stencil([]int{48, 48}, 8, 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := layer.AllTotals(ctx, g, nil); err == nil {
		t.Error("it goes on")
	}
}
