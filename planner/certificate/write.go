package certificate

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"facet/model/jsontext"
)

// Write writes the certificate as JSON of format 4, with a line for each operation,
// resource, path and leaf.
func Write(to io.Writer, c *Certificate) error {
	room := &room{to: to, left: jsontext.MaxBytes}
	w := writer{Writer: bufio.NewWriter(room), resources: make(map[Resource]int), leaves: make(map[any]int)}
	w.collect(c.Proof)
	w.field("{", "format", Format)
	w.field(",\n", "dag", c.Dag)
	if c.Given {
		w.list(",\n", "sequence", len(c.Sequence), func(n int) { w.value(c.Sequence[n]) })
		w.field(",\n", "cost", int64(c.Cost))
	}
	w.field(",\n", "bound", int64(c.Bound))
	if c.Searched > 0 {
		w.field(",\n", "searched", int64(c.Searched))
	}
	w.list(",\n", "resources", len(w.resourceOrder), func(n int) { w.resource(w.resourceOrder[n]) })
	w.levels()
	w.list(",\n", "leaves", len(w.leafOrder), func(n int) { w.leaf(w.leafOrder[n]) })
	w.print(",\n\"proof\": ")
	w.proof(c.Proof)
	w.print("}\n")
	if err := w.Flush(); err != nil {
		return fmt.Errorf("the certificate cannot be written: %w", err)
	}
	return nil
}

// room takes as many bytes as Read accepts.
type room struct {
	to   io.Writer
	left int
}

func (r *room) Write(text []byte) (int, error) {
	if r.left -= len(text); r.left < 0 {
		return 0, fmt.Errorf("it is longer than the %d MB that are read again: give the run less memory",
			jsontext.MaxBytes/1_000_000)
	}
	return r.to.Write(text)
}

type writer struct {
	*bufio.Writer
	resources     map[Resource]int
	resourceOrder []Resource
	leaves        map[any]int // by *Leaf or *Packing
	leafOrder     []*Proof
	digits        []byte
}

// collect numbers resources and leaves.
func (w *writer) collect(p *Proof) {
	switch {
	case p == nil:
		return
	case p.Resource != nil:
		w.number(*p.Resource)
		w.collect(p.Selected)
		w.collect(p.Forbidden)
		return
	}
	if _, known := w.leaves[p.key()]; !known {
		w.leaves[p.key()] = len(w.leafOrder)
		w.leafOrder = append(w.leafOrder, p)
		if p.Leaf != nil {
			for n := range p.Leaf.Paths {
				if p.Leaf.Paths[n].Rest {
					continue // and lists no prices
				}
				for _, price := range p.Leaf.Paths[n].Prices {
					w.number(*price.Resource)
				}
			}
		}
	}
	for _, r := range p.Fixed {
		w.number(r)
	}
	w.collect(p.Rest)
}

// key is the same for two parts of a proof with the same leaf.
func (p *Proof) key() any {
	if p.Leaf != nil {
		return p.Leaf
	}
	return p.Packing
}

func (w *writer) number(r Resource) {
	if _, known := w.resources[r]; !known {
		w.resources[r] = len(w.resourceOrder)
		w.resourceOrder = append(w.resourceOrder, r)
	}
}

func (w *writer) print(text string) { _, _ = w.WriteString(text) }

func (w *writer) value(v any) {
	data, _ := json.Marshal(v) // strings, numbers and lists of them always can
	_, _ = w.Write(data)
}

func (w *writer) field(before, name string, v any) {
	w.print(before)
	w.value(name)
	w.print(": ")
	w.value(v)
}

func (w *writer) list(before, name string, n int, each func(n int)) {
	w.print(before)
	w.value(name)
	w.print(": [")
	for k := range n {
		if k > 0 {
			w.print(",")
		}
		w.print("\n ")
		each(k)
	}
	w.print("]")
}

func (w *writer) resource(r Resource) {
	fields := map[string][]any{
		"ACC": {"ACC", r.Edge}, "TAN": {"TAN", r.Edge, r.A}, "ADJ": {"ADJ", r.Edge, r.B},
		"MUL": {"MUL", r.A, r.J, r.B},
	}
	w.value(fields[r.Kind])
}

// levels are the parts of prices that resources are.
func (w *writer) levels() {
	var parts []int
	for n, r := range w.resourceOrder {
		if r.To > 0 {
			parts = append(parts, n)
		}
	}
	if len(parts) > 0 {
		w.list(",\n", "levels", len(parts), func(k int) {
			r := w.resourceOrder[parts[k]]
			w.value([]int64{int64(parts[k]), int64(r.From), int64(r.To)})
		})
	}
}

func (w *writer) leaf(p *Proof) {
	if p.Packing != nil {
		w.field("{\"packing\": {", "in", p.Packing.In)
		w.field(", ", "out", p.Packing.Out)
		w.print("}}")
		return
	}
	l := p.Leaf
	w.field("{", "denominator", l.Denominator)
	if l.Unit > 1 {
		w.field(", ", "unit", l.Unit)
	}
	w.list(", ", "paths", len(l.Paths), func(n int) { w.path(&l.Paths[n]) })
	if len(l.Inequalities) > 0 {
		w.list(", ", "inequalities", len(l.Inequalities), func(n int) {
			i := l.Inequalities[n]
			w.value([]any{i.Side, i.First, i.Second, i.S, i.I, i.Amount})
		})
	}
	w.print("}")
}

func (w *writer) path(path *Path) {
	w.print(`{"edges": `)
	numbers(w, path.Edges)
	if path.Like != nil {
		w.field(", ", "like", path.Like)
	}
	if path.Rest {
		w.print(", \"rest\": true}")
		return
	}
	prices := make([]int64, 0, 2*len(path.Prices))
	for _, price := range path.Prices {
		prices = append(prices, int64(w.resources[*price.Resource]), price.Amount)
	}
	w.print(`, "prices": `)
	numbers(w, prices)
	w.print("}")
}

// numbers writes a list: most of a certificate is such lists.
func numbers[N int | int64](w *writer, all []N) {
	text := append(w.digits[:0], '[')
	for k, n := range all {
		if k > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, int64(n), 10)
	}
	w.digits = append(text, ']')
	_, _ = w.Write(w.digits)
}

func (w *writer) proof(p *Proof) {
	switch {
	case p == nil:
		w.print("null")
	case p.Rest != nil:
		fixed := []int{w.leaves[p.key()]}
		for _, r := range p.Fixed {
			fixed = append(fixed, w.resources[r])
		}
		w.print("[")
		w.value(fixed)
		w.print(", ")
		w.proof(p.Rest)
		w.print("]")
	case p.Resource == nil:
		w.value(w.leaves[p.key()])
	default:
		w.print("[")
		w.value(w.resources[*p.Resource])
		w.print(", ")
		w.proof(p.Selected)
		w.print(", ")
		w.proof(p.Forbidden)
		w.print("]")
	}
}
