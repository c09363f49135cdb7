package simplex

import "math"

// kernel is the square matrix A[T,C] as factors: a sparse LU of what it was when it was factored
// last, and what has changed since then. Replaced rows stand to the left of it, replaced columns
// to the right (the product form: Dantzig, Orchard-Hays, The product form for the inverse in the
// simplex method, 1954), and a new row with a new column is one of each.
//
// A row of a packing programme's kernel has some five entries, whatever its size, and so have the
// factors; its inverse is ten to a hundred times as large.
type kernel struct {
	size int // of the factored part

	row, column []int32   // by step: the pivot's place
	pivot       []float64 // by step
	lower       []entries // by step: multipliers by row
	upper       []entries // by step: the pivot's row, by column
	above       []entries // by step: the pivot's column, by row

	left, right []change
	filled      int // entries of the factors
	changed     int // entries of the changes

	work []float64
}

// entries are some entries of a row or column.
type entries []entry

// change is a row or a column of an identity that is another one: its place, its entry
// there, and its other entries.
type change struct {
	at    int32
	pivot float64
	other entries
}

// threshold is how small a pivot may be beside the largest entry of its column, so that rounding
// errors stay small (Markowitz, The elimination form of the inverse, 1957, has fewest entries
// first, and Tomlin, Pivoting for size and sparsity in linear programming inversion routes, 1972,
// the threshold).
const threshold = 0.1

// factor makes the factors of a matrix that is given by columns, whose entries it takes
// over; false if the matrix is singular, or stop says so.
func (k *kernel) factor(columns []entries, stop func(work int) bool) bool {
	n := len(columns)
	*k = kernel{size: n, work: k.work[:0], row: make([]int32, 0, n), column: make([]int32, 0, n),
		pivot: make([]float64, 0, n), lower: make([]entries, 0, n), upper: make([]entries, 0, n),
		above: make([]entries, 0, n)}
	e := elimination{columns: columns, rows: make([][]int32, n), done: make([]bool, n),
		stepOf: make([]int32, n), where: make([]int32, n)}
	for c, column := range columns {
		for _, x := range column {
			e.rows[x.of] = append(e.rows[x.of], int32(c))
		}
	}
	for c := range columns {
		e.offer(int32(c))
	}
	for range n {
		c, r, ok := e.next()
		if !ok {
			return false
		}
		k.eliminate(&e, r, c)
		if stop(64 + 8*len(k.lower[len(k.lower)-1])*len(k.upper[len(k.upper)-1])) {
			return false
		}
	}
	for s := range k.upper { // by columns, too
		for _, x := range k.upper[s] {
			t := e.stepOf[x.of]
			k.above[t] = append(k.above[t], entry{k.row[s], x.coeff})
		}
		k.filled += 1 + len(k.lower[s]) + len(k.upper[s])
	}
	return true
}

// elimination is what is left of a matrix while it is factored.
type elimination struct {
	columns []entries
	rows    [][]int32 // of each row: the columns with an entry there
	done    []bool    // by column
	stepOf  []int32   // by column
	where   []int32   // by row: its place in the column at hand, plus one
	queues  [][]int32 // columns by their number of entries; some have another one by now
	least   int
}

// offer puts a column into the queue of its number of entries.
func (e *elimination) offer(c int32) {
	n := len(e.columns[c])
	for len(e.queues) <= n {
		e.queues = append(e.queues, nil)
	}
	e.queues[n] = append(e.queues[n], c)
	e.least = min(e.least, n)
}

// looked is how many columns are compared for a pivot.
const looked = 4

// next finds a pivot that fills in little, among a few columns with fewest entries.
func (e *elimination) next() (column, row int32, ok bool) {
	best, seen := math.MaxInt, 0
	for n := e.least; n < len(e.queues) && seen < looked; n++ {
		queue := e.queues[n][:0]
		for q, c := range e.queues[n] {
			if e.done[c] || len(e.columns[c]) != n {
				continue
			}
			queue = append(queue, c)
			if n == 0 {
				return 0, 0, false
			}
			largest := 0.0
			for _, x := range e.columns[c] {
				largest = max(largest, math.Abs(x.coeff))
			}
			if largest < pivotTolerance {
				return 0, 0, false
			}
			for _, x := range e.columns[c] {
				if fill := (n - 1) * (len(e.rows[x.of]) - 1); fill < best &&
					math.Abs(x.coeff) >= threshold*largest {
					best, column, row, ok = fill, c, x.of, true
				}
			}
			if seen++; seen == looked || best == 0 {
				queue = append(queue, e.queues[n][q+1:]...)
				break
			}
		}
		e.queues[n] = queue
		if len(queue) == 0 && n == e.least {
			e.least++
		}
		if best == 0 {
			break
		}
	}
	return column, row, ok
}

// eliminate takes a row and a column out of what is left.
func (k *kernel) eliminate(e *elimination, r, c int32) {
	pivot := 0.0
	var lower entries
	for _, x := range e.columns[c] {
		if x.of == r {
			pivot = x.coeff
		} else {
			lower = append(lower, x)
		}
	}
	for n := range lower {
		lower[n].coeff /= pivot
	}
	e.done[c], e.stepOf[c] = true, int32(len(k.row))
	for _, x := range e.columns[c] {
		e.rows[x.of] = without(e.rows[x.of], c)
	}
	var upper entries
	for _, d := range e.rows[r] {
		column := e.columns[d]
		for at, x := range column {
			e.where[x.of] = int32(at) + 1
		}
		for _, l := range lower {
			if e.where[l.of] == 0 {
				column = append(column, entry{l.of, 0})
				e.where[l.of] = int32(len(column))
				e.rows[l.of] = append(e.rows[l.of], d)
			}
		}
		at := e.where[r] - 1
		top := column[at].coeff
		upper = append(upper, entry{d, top})
		for _, l := range lower {
			column[e.where[l.of]-1].coeff -= l.coeff * top
		}
		for _, x := range column {
			e.where[x.of] = 0
		}
		column[at] = column[len(column)-1]
		e.columns[d] = column[:len(column)-1]
		e.offer(d)
	}
	e.rows[r], e.columns[c] = nil, nil
	k.row, k.column, k.pivot = append(k.row, r), append(k.column, c), append(k.pivot, pivot)
	k.lower, k.upper, k.above = append(k.lower, lower), append(k.upper, upper), append(k.above, nil)
}

// without removes a number from a list.
func without(all []int32, c int32) []int32 {
	for n, d := range all {
		if d == c {
			all[n] = all[len(all)-1]
			return all[:len(all)-1]
		}
	}
	return all
}

// solve replaces x, by row, by the solution of kernel times y = x, by column.
func (k *kernel) solve(x []float64) {
	gather(k.left, x)
	for s, r := range k.row {
		if v := x[r]; v != 0 {
			for _, e := range k.lower[s] {
				x[e.of] -= e.coeff * v
			}
		}
	}
	y := k.room()
	for s := k.size - 1; s >= 0; s-- {
		v := x[k.row[s]]
		if v == 0 {
			continue
		}
		v /= k.pivot[s]
		y[k.column[s]] = v
		for _, e := range k.above[s] {
			x[e.of] -= e.coeff * v
		}
	}
	copy(x, y)
	spread(k.right, x)
}

// solveRow replaces x, by column, by the solution of y times kernel = x, by row.
func (k *kernel) solveRow(x []float64) {
	gather(k.right, x)
	y := k.room()
	for s, c := range k.column {
		v := x[c]
		if v == 0 {
			continue
		}
		v /= k.pivot[s]
		y[k.row[s]] = v
		for _, e := range k.upper[s] {
			x[e.of] -= e.coeff * v
		}
	}
	for s := k.size - 1; s >= 0; s-- {
		sum := y[k.row[s]]
		for _, e := range k.lower[s] {
			sum -= e.coeff * y[e.of]
		}
		y[k.row[s]] = sum
	}
	copy(x, y)
	spread(k.left, x)
}

// gather undoes changes, the last one first, each by what it takes from all places to its own.
func gather(changes []change, x []float64) {
	for n := len(changes) - 1; n >= 0; n-- {
		f := &changes[n]
		sum := x[f.at]
		for _, e := range f.other {
			sum -= e.coeff * x[e.of]
		}
		x[f.at] = sum / f.pivot
	}
}

// spread undoes changes, the first one first, each by what it takes from its own place to all others.
func spread(changes []change, x []float64) {
	for n := range changes {
		f := &changes[n]
		v := x[f.at]
		if v == 0 {
			continue
		}
		v /= f.pivot
		x[f.at] = v
		for _, e := range f.other {
			x[e.of] -= e.coeff * v
		}
	}
}

// room is a vector of zeros of the factored part.
func (k *kernel) room() []float64 {
	if cap(k.work) < k.size {
		k.work = make([]float64, k.size)
	}
	k.work = k.work[:k.size]
	clear(k.work)
	return k.work
}

// replaceColumn puts a column there that is the kernel times x.
func (k *kernel) replaceColumn(c int32, x []float64) { k.right = append(k.right, k.changeOf(c, x)) }

// replaceRow puts a row there that is x times the kernel.
func (k *kernel) replaceRow(t int32, x []float64) { k.left = append(k.left, k.changeOf(t, x)) }

// changeOf keeps what of a vector is not zero.
func (k *kernel) changeOf(at int32, x []float64) change {
	n := 0
	for _, v := range x {
		if v != 0 {
			n++
		}
	}
	f := change{at: at, pivot: x[at], other: make(entries, 0, n)}
	for i, v := range x {
		if v != 0 && int32(i) != at {
			f.other = append(f.other, entry{int32(i), v})
		}
	}
	k.changed += n
	return f
}

// isLong reports whether the changes take longer than the factors: it pays to factor again.
func (k *kernel) isLong() bool {
	return len(k.left)+len(k.right) >= 100 || k.changed > 8*(k.filled+k.size)+1000
}
