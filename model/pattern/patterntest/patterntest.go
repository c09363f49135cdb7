// Package patterntest makes random patterns for tests.
package patterntest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Text is a random pattern of one of the kinds that a program has, as it is written.
func Text(r *rand.Rand, rows, columns int) string {
	switch kind := r.IntN(8); {
	case kind == 0:
		return "dense"
	case kind == 1:
		return fmt.Sprintf("band %d %d", r.IntN(3), r.IntN(3))
	case kind == 2 && rows == columns:
		return "identity"
	case kind == 3 && rows == columns:
		return "diagonal"
	case kind == 4:
		chosen := make([]string, rows)
		for k := range chosen {
			chosen[k] = fmt.Sprint(r.IntN(columns))
		}
		return "select " + strings.Join(chosen, " ")
	}
	list, density := make([]string, rows), r.Float64()
	for k := range list {
		var row []string
		for c := range columns {
			if r.Float64() < density {
				row = append(row, fmt.Sprint(c))
			}
		}
		list[k] = strings.Join(row, " ")
	}
	return "rows " + strings.Join(list, ";")
}
