package driver

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"facet/model"
)

// unjoined are the steps where neighbouring parts of what a call gave, which the next call would
// put together again, are one part or the whole, and where what was put together for a call
// serves all calls that are given the same. Parts that nothing reads then are left out.
func unjoined(d *Driver) (all []driverStep) {
	whole := make(map[string]string)  // by the join's name
	joined := make(map[string]string) // of matrices that have not changed since, by their names
	of := make(map[string][]string)   // the joins that a matrix is a part of, as joined has them
	last := make(map[string]int)      // what is used in this way, and where it is needed last
	steps := make([]driverStep, 0, len(d.steps))
	made := makersOf(d.steps)
	for _, s := range d.steps {
		if whole[s.result] != "" {
			continue
		}
		if w := whole[s.left]; w != "" {
			s.left = w
		}
		for n, name := range s.seeds {
			if w := whole[name]; w != "" {
				s.seeds = slices.Clone(s.seeds)
				s.seeds[n] = w
			}
		}
		if s.kind != joinColumns && s.kind != joinRows {
			if s.kind != free {
				for _, names := range of[s.result] {
					delete(joined, names)
				}
				delete(of, s.result)
			}
			steps = append(steps, s)
			continue
		}
		names := strings.Join(s.seeds, ",") + "," + strconv.Itoa(int(s.kind))
		if earlier := joined[names]; earlier != "" {
			whole[s.result] = earlier
			last[earlier] = 0
			continue
		}
		for _, one := range s.seeds {
			of[one] = append(of[one], names)
		}
		seeds, parts, frees := d.neighbours(&s, made, last)
		switch {
		case len(seeds) > 1:
			s.seeds = seeds
			steps = append(append(append(steps, parts...), s), frees...)
		case len(parts) > 0:
			parts[0].result = s.result
			steps = append(steps, parts[0])
		default:
			whole[s.result] = seeds[0]
		}
		joined[names] = cmp.Or(whole[s.result], s.result)
	}
	if steps = d.withoutUnread(steps); len(last) == 0 {
		return steps
	}
	for k := range steps {
		for _, name := range steps[k].inputs() {
			if _, has := last[name]; has {
				last[name] = k
			}
		}
	}
	frees := make(map[int][]driverStep) // behind which step
	for _, w := range slices.Sorted(maps.Keys(last)) {
		frees[last[w]] = append(frees[last[w]], driverStep{kind: free, result: w})
	}
	all = make([]driverStep, 0, len(steps)+len(last))
	for k, s := range steps {
		_, used := last[s.result]
		switch {
		case !used:
		case s.kind == free:
			continue
		default:
			s.temporary = false
		}
		all = append(append(all, s), frees[k]...)
	}
	return all
}

// neighbours lists the seeds of a join where parts that lie side by side are one, the steps that
// make these, and those that free them.
func (d *Driver) neighbours(s *driverStep, made map[string]maker, last map[string]int) (seeds []string,
	parts, frees []driverStep) {
	part := columnsOf + s.kind - joinColumns
	for n := 0; n < len(s.seeds); {
		name := s.seeds[n]
		n++
		p := made[name].part(part)
		if p == nil {
			seeds = append(seeds, name)
			continue
		}
		one, count := *p, 1
		for ; n < len(s.seeds); n++ {
			next := made[s.seeds[n]].part(part)
			if next == nil || next.left != one.left || next.span[0] != one.span[1] {
				break
			}
			one.span[1] = next.span[1]
			count++
		}
		all := one.span == [2]model.Cost{0, made[one.left].batch()}
		if count > 1 || all {
			last[one.left] = 0
			name = one.left
		}
		if count > 1 && !all {
			name = d.temporary()
			one.result, one.temporary = name, true
			one.size[number(part == columnsOf)] = one.span[1] - one.span[0]
			parts = append(parts, one)
			frees = append(frees, driverStep{kind: free, result: name, temporary: true})
		}
		seeds = append(seeds, name)
	}
	return seeds, parts, frees
}

// withoutUnread leaves out parts that nothing reads.
func (d *Driver) withoutUnread(steps []driverStep) []driverStep {
	read := readBy(steps)
	for _, e := range d.ends {
		read[e.name] = true
	}
	gone := make(map[string]bool)
	for _, s := range steps {
		if (s.kind == columnsOf || s.kind == rowsOf) && !read[s.result] {
			gone[s.result] = true
		}
	}
	return slices.DeleteFunc(steps, func(s driverStep) bool { return gone[s.result] })
}
