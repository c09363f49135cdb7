package solver

import (
	"facet/planner"
)

// Foot lists the keys that matter on the page now.
func (m *Model) Foot() [][2]string {
	back := [2]string{"Esc", "back"}
	r := m.run()
	switch {
	case m.view == viewForm:
		return [][2]string{{m.theme.Text("↑↓"), "choose"}, {m.theme.Text("← →"), "change"}, {"Enter", "start"}, back}
	case m.view == viewComparison:
		return [][2]string{{"c", "back to the run"}, {"b", "branch and bound"}, {"o", "another method"}, {"h", "hint"}, back}
	case r == nil:
		return [][2]string{{"b", "branch and bound"}, {"g", "greedy"}, {"h", "hint"}, {"o", "options"}, {"c", "compare"}, back}
	}
	var keys [][2]string
	if m.moved(r) > 0 && !r.restored {
		keys = append(keys, [2]string{"F", "follow"})
	}
	switch {
	case r.live() && r.snap.Phase == planner.Paused:
		keys = append(keys, [2]string{"p", "go on"}, [2]string{"x", "stop"})
	case r.live():
		keys = append(keys, [2]string{"p", "pause"}, [2]string{"x", "stop"})
	default:
		keys = append(keys, [2]string{"b", "again"})
	}
	if len(r.incumbents) > 0 {
		keys = append(keys, [2]string{"Enter", "preview"}, [2]string{"A", "apply"})
	}
	keys = append(keys, back, [2]string{"c", "compare"}, [2]string{"o", "options"}, [2]string{"l", "log time"})
	if len(m.runs) > 1 {
		keys = append(keys, [2]string{m.theme.Text("← →"), "runs"})
	}
	return keys
}
