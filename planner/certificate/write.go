package certificate

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// Write writes the certificate as JSON, a line for each operation, word and
// leaf.
func Write(to io.Writer, c *Certificate) error {
	w := writer{Writer: bufio.NewWriter(to), items: make(map[Item]int), leaves: make(map[any]int)}
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
	w.list(",\n", "items", len(w.itemOrder), func(n int) { w.item(w.itemOrder[n]) })
	w.list(",\n", "leaves", len(w.leafOrder), func(n int) { w.leaf(w.leafOrder[n]) })
	w.print(",\n\"proof\": ")
	w.proof(c.Proof)
	w.print("}\n")
	if err := w.Flush(); err != nil {
		return fmt.Errorf("the certificate cannot be written: %w", err)
	}
	return nil
}

type writer struct {
	*bufio.Writer
	items     map[Item]int
	itemOrder []Item
	leaves    map[any]int // by *Leaf or *Packing
	leafOrder []*Proof
}

// collect numbers items and leaves.
func (w *writer) collect(p *Proof) {
	switch {
	case p == nil:
		return
	case p.Item != nil:
		w.number(*p.Item)
		w.collect(p.Bought)
		w.collect(p.Forbidden)
		return
	}
	if _, known := w.leaves[p.key()]; !known {
		w.leaves[p.key()] = len(w.leafOrder)
		w.leafOrder = append(w.leafOrder, p)
		if p.Leaf != nil {
			for n := range p.Leaf.Words {
				if p.Leaf.Words[n].Rest {
					continue // and lists no shares
				}
				for _, s := range p.Leaf.Words[n].Shares {
					w.number(*s.Item)
				}
			}
		}
	}
	for _, it := range p.Dear {
		w.number(it)
	}
	w.collect(p.Rest)
}

// key is what two parts of a proof with the same leaf have in common.
func (p *Proof) key() any {
	if p.Leaf != nil {
		return p.Leaf
	}
	return p.Packing
}

func (w *writer) number(it Item) {
	if _, known := w.items[it]; !known {
		w.items[it] = len(w.itemOrder)
		w.itemOrder = append(w.itemOrder, it)
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

func (w *writer) item(it Item) {
	fields := map[string][]any{
		"ACC": {"ACC", it.Edge}, "TAN": {"TAN", it.Edge, it.A}, "ADJ": {"ADJ", it.Edge, it.B}, "MUL": {"MUL", it.A, it.J, it.B},
	}
	w.value(fields[it.Kind])
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
	w.list(", ", "words", len(l.Words), func(n int) { w.word(&l.Words[n]) })
	if len(l.Rules) > 0 {
		w.list(", ", "rules", len(l.Rules), func(n int) {
			r := l.Rules[n]
			w.value([]any{r.Side, r.First, r.Second, r.S, r.I, r.Amount})
		})
	}
	w.print("}")
}

func (w *writer) word(word *Word) {
	w.field("{", "edges", word.Edges)
	if word.Like != nil {
		w.field(", ", "like", word.Like)
	}
	if word.Rest {
		w.print(", \"rest\": true}")
		return
	}
	shares := make([]int64, 0, 2*len(word.Shares))
	for _, s := range word.Shares {
		shares = append(shares, int64(w.items[*s.Item]), s.Amount)
	}
	w.field(", ", "shares", shares)
	w.print("}")
}

func (w *writer) proof(p *Proof) {
	switch {
	case p == nil:
		w.print("null")
	case p.Rest != nil:
		dear := []int{w.leaves[p.key()]}
		for _, it := range p.Dear {
			dear = append(dear, w.items[it])
		}
		w.print("[")
		w.value(dear)
		w.print(", ")
		w.proof(p.Rest)
		w.print("]")
	case p.Item == nil:
		w.value(w.leaves[p.key()])
	default:
		w.print("[")
		w.value(w.items[*p.Item])
		w.print(", ")
		w.proof(p.Bought)
		w.print(", ")
		w.proof(p.Forbidden)
		w.print("]")
	}
}
