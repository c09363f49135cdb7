package measured

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// quicker looks for functions of numpy and scipy of which another one gives the same in less time, as
// was found with what the marks give to them.
func (a *adviser) quicker() {
	all, gain := a.others("", func(o Other) string {
		if o.First > 0 {
			return ""
		}
		return "by " + o.Otherwise
	})
	if gain > 0 {
		a.add(gain, "what gives the same in less time: replace %s", strings.Join(all, "; "))
	}
}

// repeats looks for what a module, a mark or what prepares computes several times in one call.
func (a *adviser) repeats() {
	all, gain := a.others("again in ", func(o Other) string {
		if o.First == 0 {
			return ""
		}
		return fmt.Sprintf("of line %d", o.First)
	})
	if gain > 0 {
		a.add(gain, "what is computed again with the same arguments in one call: keep %s",
			strings.Join(all, "; "))
	}
}

// others are other ways to come to what lines compute, by what is said of them, with the functions and these
// lines, the largest gain first; and what all of them save.
func (a *adviser) others(where string, says func(Other) string) (all []string, whole float64) {
	gains, names, lines := map[string]float64{}, map[string]map[string]float64{}, map[string][]string{}
	for _, m := range a.modules {
		for _, u := range slices.Concat(a.of[m], a.preparing(m)) {
			part := 1.0 // listening takes time, too
			if took := top(u.habit.Works); u.one > 0 && took > u.one {
				part = u.one / took
			}
			for _, o := range u.habit.Quicker {
				text := says(o)
				if text == "" {
					continue
				}
				if names[text] == nil {
					names[text] = map[string]float64{}
				}
				saved := part * o.saves(u.seeds)
				gains[text] += saved
				names[text][o.Name] += saved
				whole += saved
				if line := strconv.Itoa(o.Line); !slices.Contains(lines[text], line) {
					lines[text] = append(lines[text], line)
				}
			}
		}
	}
	for _, text := range byTime(gains) {
		if gains[text] < whole/20 {
			break
		}
		word := "line "
		if len(lines[text]) > 1 {
			word = "lines "
		}
		all = append(all, fmt.Sprintf("%s %s (%s%s%s)", listed(byTime(names[text])), text, where, word,
			strings.Join(lines[text], ", ")))
	}
	return all, whole
}

// saves are the seconds for so many seeds: what is saved for each seed, if it is far more for several
// than for one, and else what is saved for one, as it stands in front of all.
func (o Other) saves(seeds float64) float64 {
	switch {
	case seeds < 2:
		return o.Seconds
	case o.Several > 2.5*o.Seconds:
		return o.Several / seedsOfWork * seeds
	}
	return min(o.Seconds, o.Several)
}
