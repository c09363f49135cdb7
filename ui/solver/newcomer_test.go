package solver

import (
	"strings"
	"testing"

	"facet/ui/uitest"
)

// The first screens that somebody sees who has never seen one, at 80x24: what loses nothing
// is in sight and selected, and Enter alone leads to the optimum.
func TestNewcomer(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat").Classic()})
	defer d.close()
	known := func() bool { return d.sees("by loss") && !d.sees("Drawing") }
	d.until("the losses", known)
	d.quiet()
	uitest.Golden(t, "newcomer-80x24", d.m.View())
	for step := 1; step < 10; step++ {
		d.press("enter")
		d.until("the losses", known)
		for _, row := range strings.Split(d.m.View(), "\n") {
			if strings.HasPrefix(row, d.solver.theme.Signs.Cursor) && !strings.HasSuffix(strings.TrimRight(row, " "), " 0") {
				t.Errorf("step %d: what is selected loses: %s", step, row)
			}
		}
		if step == 1 {
			d.quiet()
			uitest.Golden(t, "newcomer-one-step-80x24", d.m.View())
		}
	}
	d.press("enter", "esc")
	if !d.sees("yours 22  complete") {
		t.Errorf("it does not end at 22:\n%s", d.m.View())
	}
}
