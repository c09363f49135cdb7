package page

import (
	"fmt"
	"math"
	"time"

	"facet/model"
	"facet/ui/draw/style"
)

// Clock writes a time in at most seven cells: 13 ms, 4.2 s, 1:07, 1:02:03.
func Clock(d time.Duration) string {
	switch s := int(d.Seconds()); {
	case d < time.Second && d > 0:
		return fmt.Sprintf("%d ms", max(1, d.Milliseconds()))
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Truncate(100*time.Millisecond).Seconds())
	case s < 3600:
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	default:
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
}

// SteadyClock is Clock in tenths of a second from the start, for a number that
// counts up before the user's eyes.
func SteadyClock(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%.1f s", d.Truncate(100*time.Millisecond).Seconds())
	}
	return Clock(d)
}

// Rough writes a count that changes often in few digits: 950, 12.3 k, 4.5 M.
func Rough(n float64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%.0f", n)
	case n < 99_950:
		return fmt.Sprintf("%.1f k", n/1e3)
	case n < 999_500:
		return fmt.Sprintf("%.0f k", n/1e3)
	case n < 99_950_000:
		return fmt.Sprintf("%.1f M", n/1e6)
	case n < 999_500_000:
		return fmt.Sprintf("%.0f M", n/1e6)
	}
	return fmt.Sprintf("%.1f G", n/1e9)
}

// Share says how large a tree is and how much of it was explored, by their decimal
// logarithms. What is beyond all measure is not counted.
func Share(tree, explored float64) string {
	const most, least = 100, -12
	switch {
	case tree > most:
		return fmt.Sprintf("tree of more than %s nodes", power(most))
	case explored < least:
		return fmt.Sprintf("tree about %s, explored less than %s", power(tree), power(least))
	}
	return fmt.Sprintf("tree about %s, explored %s", power(tree), power(explored))
}

// power writes a power of ten: 10^36, 10^-9.
func power(log10 float64) string {
	if log10 > -2 && log10 < 4 {
		return fmt.Sprintf("%.3g", math.Pow(10, log10))
	}
	return fmt.Sprintf("10^%.0f", log10)
}

// Percent writes a gap so that only a closed one is 0 %.
func Percent(share float64) string {
	if share > 0 && share < 0.0005 {
		return "< 0.1 %"
	}
	return style.Percent(share)
}

// Gap is how far a cost may be from the best, as a share of it.
func Gap(cost, bound model.Cost) float64 {
	if cost <= bound || cost == 0 {
		return 0
	}
	return float64(cost-bound) / float64(cost)
}
