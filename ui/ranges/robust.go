package ranges

import (
	"fmt"
	"math"
	"strconv"

	"facet/planner/ranges"
)

// Robust says by how much all measured costs may be wrong at once, in a sentence.
func Robust(r *ranges.Robustness) string {
	stays := "the sequence stays optimal"
	if r.Percent > 0 {
		stays = fmt.Sprintf("the sequence stays within %s %% of the optimum",
			strconv.FormatFloat(r.Percent, 'f', -1, 64))
	}
	factor := func(x float64) string { return strconv.FormatFloat(math.Floor(x*1e4)/1e4, 'f', -1, 64) }
	switch {
	case !r.Holds && r.Percent == 0:
		return "Robustness: the sequence is not known to be optimal."
	case !r.Holds:
		return fmt.Sprintf("Robustness: the sequence is not known to be within %s %% of the optimum.",
			strconv.FormatFloat(r.Percent, 'f', -1, 64))
	case r.Factor >= ranges.MostFactor:
		return fmt.Sprintf("Robustness: all T and A may be wrong by a factor of %d, and %s.",
			ranges.MostFactor, stays)
	case r.Exact && r.Factor == 1:
		return "Robustness: none. Another sequence is as cheap, and errors decide between them."
	case r.Exact:
		return fmt.Sprintf("Robustness: all T and A may be wrong by a factor of %s, and %s.",
			factor(r.Factor), stays)
	case r.Factor == 1 && !math.IsInf(r.AtMost, 0):
		return fmt.Sprintf("Robustness: a factor of %s for all T and A is too much; what is less is not known.", factor(r.AtMost))
	case math.IsInf(r.AtMost, 0):
		return fmt.Sprintf("Robustness: all T and A may be wrong by a factor of %s at least, and %s.",
			factor(r.Factor), stays)
	}
	return fmt.Sprintf("Robustness: all T and A may be wrong by a factor of %s at least, and %s; %s is too much.", factor(r.Factor), stays, factor(r.AtMost))
}
