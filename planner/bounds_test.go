package planner

import (
	"testing"
	"time"
)

// TestOvertakes: what closes a tenth of its gap in a second is paid where another tenth makes it the
// best.
func TestOvertakes(t *testing.T) {
	for _, c := range []struct {
		now, best float64
		took      time.Duration
		paid      bool
	}{
		{90, 82, time.Second, true}, {90, 80, time.Second, false}, {90, 80, time.Second / 2, true},
		{90, 95, time.Second, true}, {1, 0, time.Second, false},
	} {
		if overtakes(100, c.now, c.best, c.took, time.Second) != c.paid {
			t.Errorf("%+v", c)
		}
	}
}
