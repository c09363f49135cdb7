package solver

import (
	"fmt"
	"math"
	"time"

	"facet/ui/theme"
)

// clock writes a time in at most seven cells: 13 ms, 4.2 s, 1:07, 1:02:03.
func clock(d time.Duration) string {
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

// steadyClock is clock in tenths of a second from the start, for a number that
// counts up before the user's eyes.
func steadyClock(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%.1f s", d.Truncate(100*time.Millisecond).Seconds())
	}
	return clock(d)
}

// rough writes a count that changes often in few digits: 950, 12.3 k, 4.5 M.
func rough(n float64) string {
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

// power writes a power of ten: 10^36, 10^-29.
func power(log10 float64) string {
	if log10 > -2 && log10 < 4 {
		return fmt.Sprintf("%.3g", math.Pow(10, log10))
	}
	return fmt.Sprintf("10^%.0f", log10)
}

// percentGap writes a gap so that only a closed one is 0 %.
func percentGap(share float64) string {
	if share > 0 && share < 0.0005 {
		return "< 0.1 %"
	}
	return theme.Percent(share)
}
