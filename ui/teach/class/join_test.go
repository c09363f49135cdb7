package class

import (
	"strings"
	"testing"
)

// What is typed stands on the wall as it is typed: each letter in both cases, and what an
// address has beside them.
func TestLettersOfTheWall(t *testing.T) {
	t.Parallel()
	for r := 'a'; r <= 'z'; r++ {
		small, capital := large(string(r), false), large(strings.ToUpper(string(r)), false)
		if len(small) == 0 || len(capital) == 0 || strings.Join(small, "\n") == strings.Join(capital, "\n") {
			t.Errorf("%c looks the same in both cases", r)
		}
	}
	for r, dots := range font {
		rows := strings.Fields(dots)
		for _, row := range rows {
			if len(rows) != 6 || len(row) != len(rows[0]) {
				t.Errorf("%c has %d rows: %s", r, len(rows), dots)
			}
		}
	}
	if len(large("ssh -p 2322 follow@Class_1.example.org:", false)) == 0 {
		t.Error("a command cannot be written")
	}
}
