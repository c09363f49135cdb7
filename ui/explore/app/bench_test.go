package app

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
)

// From keystroke to frame: Update and View, as a user would go on: choosing,
// doing, undoing.
func BenchmarkKey(b *testing.B) {
	for _, name := range []string{"bat", "openfoam", "newton10"} {
		for _, keys := range []struct {
			what  string
			names []string
		}{{"select", []string{"down"}}, {"do-undo", []string{"enter", "u"}}, {"do", []string{"enter"}}} {
			b.Run(name+"/"+keys.what, func(b *testing.B) {
				fresh := func() *Model {
					m := New(testOptions(sample(b, name), style.Dark, false))
					m.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
					m.View()
					return m
				}
				m := fresh()
				n := 0
				for b.Loop() {
					if keys.what == "do" && m.screen.shown.state().Done() {
						b.StopTimer()
						m = fresh()
						b.StartTimer()
					}
					m.screen.where.over = nil
					m.Update(keyMsg(keys.names[n%len(keys.names)]))
					m.View()
					n++
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/key")
			})
		}
	}
}
