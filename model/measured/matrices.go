package measured

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// matrices looks for sparse Jacobians that are put together anew though their entries stay where they are.
func (a *adviser) matrices() {
	type made struct {
		arguments, names []string
		times            int
		gain             float64
	}
	all := map[string]made{} // by module
	for _, q := range a.prepared {
		building, names := 0.0, []string{}
		for _, h := range a.p.Report.Habits {
			if h.Kind != "jacobian" || !h.makes(q) {
				continue
			}
			sum := 0.0
			for _, w := range h.Works {
				if w.Library == "sparse" {
					sum += w.Seconds
					names = append(names, w.Name)
				}
			}
			building = max(building, sum)
		}
		gain := float64(q.Times) * (min(building, q.Seconds) - sparseAnew)
		if len(names) == 0 || gain <= 0 {
			continue
		}
		module := strings.TrimSuffix(q.Module, " by "+q.Matrix)
		m := all[module]
		m.arguments, m.names = append(m.arguments, q.Matrix), append(m.names, names...)
		m.times, m.gain = m.times+q.Times, m.gain+gain
		all[module] = m
	}
	for _, module := range slices.Sorted(maps.Keys(all)) {
		m := all[module]
		a.add(m.gain,
			"%s: its Jacobian by %s is put together anew %d times (%s): find indices and indptr once, as np.int32, compute its entries alone, and return csr_matrix((entries, indices, indptr), shape)",
			module, listed(m.arguments), m.times, listed(m.names))
	}
}

// assembled looks for other sparse matrices that are put together anew: by values, and once for what marks of
// a call could share.
func (a *adviser) assembled() {
	for _, module := range a.modules {
		type anew struct {
			gain  float64
			times int
		}
		marks, lines := map[int]anew{}, map[string]float64{} // by call
		all := anew{}
		for _, u := range slices.Concat(a.of[module], a.preparing(module)) {
			one := anew{}
			for _, w := range u.works {
				if w.Library == "sparse" && !a.p.isHeld(u.habit) {
					one = anew{one.gain + w.Seconds, max(one.times, w.Times)}
					lines[fmt.Sprintf("%s (line %d)", w.Name, w.Line)] += w.Seconds
				}
			}
			if one.gain -= float64(one.times) * sparseAnew; one.gain <= 0 {
				continue
			}
			if !u.isValue() {
				before := marks[u.target]
				if one.gain <= before.gain {
					continue
				}
				marks[u.target] = one
				one = anew{one.gain - before.gain, one.times - before.times}
			}
			all = anew{all.gain + one.gain, all.times + one.times}
		}
		if all.gain > 0 {
			a.add(all.gain,
				"%s puts sparse matrices together anew %d times, by %s: find indices and indptr once, as np.int32, and compute the entries alone (np.bincount adds up those of one place), for csr_matrix((entries, indices, indptr), shape), or csc_matrix",
				module, all.times, listed(outermost(byTime(lines))))
		}
	}
}
