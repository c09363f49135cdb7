package measured

import (
	"fmt"
	"maps"
	"slices"
)

// Heavy are the operations that take a tenth or more of the time of a method which makes these
// calls, with what is prepared for them and with the values, the heaviest first, and for each the line
// that takes most of it, if one does: "ADJ learn(r) 26 % (line 152), values of learn 12 %".
func (p *Program) Heavy(calls []Call, moves []Move) []string {
	seconds, lines := map[string]float64{}, map[string]map[int]float64{}
	for _, c := range calls {
		seconds[p.operation(c)] += p.takes(c)
	}
	times := p.preparing(calls)
	for k, q := range p.Report.Prepared {
		if !q.InValues || p.ValuesSeconds() > 0 {
			seconds["preparing "+q.Module] += float64(times[k]) * q.Seconds
		}
	}
	for _, v := range p.Report.Vertices {
		seconds["values of "+v.Module] += v.Seconds
	}
	for _, u := range p.uses(calls) {
		name := "values of " + u.habit.Module
		if !u.isValue() {
			name = p.operation(calls[u.call])
		}
		if lines[name] == nil {
			lines[name] = map[int]float64{}
		}
		for _, w := range u.works {
			if w.Top {
				lines[name][w.Line] += w.at(u.seeds)
			}
		}
	}
	whole := p.Takes(calls, moves) + p.ValuesSeconds()
	var heavy []string
	for _, name := range byTime(seconds) {
		if !(seconds[name] >= heavyPart*whole) {
			break
		}
		text := fmt.Sprintf("%s %.0f %%", name, 100*seconds[name]/whole)
		some := lines[name]
		most := 0
		for _, line := range slices.Sorted(maps.Keys(some)) {
			if some[line] > some[most] {
				most = line
			}
		}
		if some[most] > 0.4*seconds[name] {
			text += fmt.Sprintf(" (line %d)", most)
		}
		heavy = append(heavy, text)
	}
	return heavy
}
