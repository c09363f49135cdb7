package solver

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"facet/ui/uitest"
)

// The first screens that a newcomer sees, at 80x24: what loses nothing
// is in sight and selected, and Enter alone leads to the optimum.
func TestNewcomer(t *testing.T) { synctest.Test(t, newcomer) }

func newcomer(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat").Classic()})
	judged := regexp.MustCompile(`┃▸[^┃]*\d +\+?\d+ *┃`) // the price of the selected operation, and its loss
	known := func() bool { return judged.MatchString(d.m.View()) && !d.sees("Drawing") }
	d.until("the losses", known)
	d.quiet()
	var walk uitest.Walk
	walk.See("start", d.m.View())
	for step := 1; step < 10; step++ {
		d.press("enter")
		d.until("the losses", known)
		d.quiet()
		for _, row := range strings.Split(d.m.View(), "\n") {
			_, selected, found := strings.Cut(row, "┃"+d.solver.display.theme.Signs.Cursor)
			if found && !strings.HasSuffix(strings.TrimRight(selected, " ┃"), " 0") {
				t.Errorf("step %d: what is selected loses: %s", step, row)
			}
		}
		if step == 1 {
			d.quiet()
			walk.See("enter", d.m.View())
			walk.Golden(t, "newcomer-80x24")
		}
	}
	d.press("enter", "esc")
	if !d.sees("spent 22, complete") {
		t.Errorf("it does not end at 22:\n%s", d.m.View())
	}
}
