package solver

import (
	"fmt"
	"io"

	"facet/ui/draw/style"
	"facet/ui/explore/solver/page"
)

// Report says in a line for each run of this session what came of it, for the
// time when the screen is gone.
func (m *Model) Report(w io.Writer) error {
	if m.study.session == nil {
		return nil
	}
	for _, r := range m.study.runs {
		if r.phase == restored || r.purpose != toCompare {
			continue
		}
		text := "no sequence was found"
		if best, ok := r.best(); ok {
			text = m.study.cost(r.total(best.Cost))
			if v := r.verdict(); v != "" {
				text += ", " + v
			} else {
				text += fmt.Sprintf(", at least %s, gap %s", m.study.cost(r.total(r.snap.Bound)),
					page.Percent(r.gap(best.Cost, r.snap.Bound)))
			}
		}
		if r.err != nil {
			text = "it failed: " + r.fault()
		}
		if _, err := fmt.Fprintf(w, "%s on %s, %s: %s (%s).\n", r.name(),
			style.Printable(m.study.session.Dag().Name), r.where(), text,
			page.Clock(r.snap.Elapsed)); err != nil {
			return err
		}
	}
	return nil
}
