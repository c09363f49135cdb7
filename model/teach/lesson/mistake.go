package lesson

import (
	"fmt"
	"slices"
)

// Mistake is something that is wrong with a lesson, in one sentence.
type Mistake struct {
	Line int // from 1
	Text string
}

func (m Mistake) Error() string { return fmt.Sprintf("line %d: %s", m.Line, m.Text) }

// Mistakes are all that were found, in the order of their lines.
type Mistakes []Mistake

// Err is the first of them as an error, nil without any.
func (m Mistakes) Err() error {
	switch len(m) {
	case 0:
		return nil
	case 1:
		return m[0]
	case 2:
		return fmt.Errorf("%w (and one more mistake)", m[0])
	}
	return fmt.Errorf("%w (and %d more mistakes)", m[0], len(m)-1)
}

// mostMistakes is how many are reported: more of them are one mistake many times.
const mostMistakes = 50

func (m *Mistakes) add(line int, format string, args ...any) {
	if len(*m) < mostMistakes {
		*m = append(*m, Mistake{max(1, line), fmt.Sprintf(format, args...)})
	}
}

func (m Mistakes) sorted() Mistakes {
	slices.SortStableFunc(m, func(a, b Mistake) int { return a.Line - b.Line })
	return m
}
