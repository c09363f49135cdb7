package driver

import (
	"slices"

	"facet/model"
)

// unjoin uses what a call gave as a whole for the next call where that would put the same
// parts together again, and leaves out parts that nothing reads then.
func (d *Driver) unjoin() {
	whole := make(map[string]string) // by the join's name
	for k := range d.steps {
		s := &d.steps[k]
		if s.kind != joinColumns && s.kind != joinRows {
			continue
		}
		var next model.Cost
		from := ""
		for n, name := range s.seeds {
			p := definition(d.steps, name, columnsOf+s.kind-joinColumns)
			if p == nil || p.span[0] != next || n > 0 && p.left != from {
				from = ""
				break
			}
			from, next = p.left, p.span[1]
		}
		if from != "" && next == d.batchOf(from) {
			whole[s.result] = from
		}
	}
	if len(whole) == 0 {
		return
	}
	last := make(map[string]int) // what is used as a whole, and where it is needed last
	var steps []driverStep
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
		steps = append(steps, s)
	}
	for _, w := range whole {
		last[w] = 0
	}
	steps = d.withoutUnread(steps)
	for k := range steps {
		for w := range last {
			if steps[k].reads(w) {
				last[w] = k
			}
		}
	}
	d.steps = d.steps[:0]
	for k, s := range steps {
		if _, has := last[s.result]; has && s.kind == free {
			continue
		}
		d.steps = append(d.steps, s)
		for w, at := range last {
			if at == k {
				d.steps = append(d.steps, driverStep{kind: free, result: w, temporary: true})
			}
		}
	}
}

// batchOf is how many seeds the call has whose result is a matrix.
func (d *Driver) batchOf(name string) model.Cost {
	for k := range d.steps {
		if s := &d.steps[k]; s.result == name && s.kind != free {
			if s.batch > 0 {
				return s.batch
			}
			return s.seedsOf()
		}
	}
	return 0
}
