package certificate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// file is a certificate as it is written: items are listed once and named by
// their positions, and so are leaves. Items, rules and distinctions are arrays.
type file struct {
	Format   string              `json:"format"`
	Dag      string              `json:"dag"`
	Sequence []string            `json:"sequence"`
	Cost     int64               `json:"cost"`
	Bound    int64               `json:"bound"`
	Searched int64               `json:"searched"`
	Items    [][]json.RawMessage `json:"items"`
	Leaves   []fileLeaf          `json:"leaves"`
	Proof    json.RawMessage     `json:"proof"`
}

type fileLeaf struct {
	Denominator int64             `json:"denominator"`
	Unit        int64             `json:"unit"`
	Words       []fileWord        `json:"words"`
	Rules       []json.RawMessage `json:"rules"`
	Packing     *struct {
		In  []int64 `json:"in"`
		Out []int64 `json:"out"`
	} `json:"packing"`
}

type fileWord struct {
	Edges  []int   `json:"edges"`
	Like   []int   `json:"like"`
	Rest   bool    `json:"rest"`
	Shares []int64 `json:"shares"` // item, amount, item, amount, ...
}

// proof reads the proof of a certificate of this form.
func (f *file) proof() (*Proof, error) {
	r := reader{items: make([]Item, len(f.Items)), leaves: make([]*Proof, len(f.Leaves))}
	for n, raw := range f.Items {
		if !r.item(raw, &r.items[n]) {
			return nil, fmt.Errorf("item %d is none: an item is ACC, TAN, ADJ or MUL and its numbers", n)
		}
	}
	for n := range f.Leaves {
		leaf, err := r.leaf(&f.Leaves[n])
		if err != nil {
			return nil, fmt.Errorf("leaf %d: %w", n, err)
		}
		r.leaves[n] = leaf
	}
	tokens := json.NewDecoder(bytes.NewReader(f.Proof))
	tokens.UseNumber()
	return r.proof(tokens, 0)
}

type reader struct {
	items  []Item
	leaves []*Proof
}

func (r *reader) item(parts []json.RawMessage, it *Item) bool {
	if len(parts) < 2 || json.Unmarshal(parts[0], &it.Kind) != nil {
		return false
	}
	var fields []*int
	switch it.Kind {
	case "ACC":
		fields = []*int{&it.Edge}
	case "TAN":
		fields = []*int{&it.Edge, &it.A}
	case "ADJ":
		fields = []*int{&it.Edge, &it.B}
	case "MUL":
		fields = []*int{&it.A, &it.J, &it.B}
	}
	if len(fields) != len(parts)-1 {
		return false
	}
	var err error
	for n, field := range fields {
		if *field, err = strconv.Atoi(string(parts[n+1])); err != nil {
			return false
		}
	}
	return true
}

func (r *reader) leaf(f *fileLeaf) (*Proof, error) {
	if f.Packing != nil {
		return &Proof{Packing: &Packing{In: f.Packing.In, Out: f.Packing.Out}}, nil
	}
	leaf := &Leaf{Denominator: f.Denominator, Unit: f.Unit, Words: make([]Word, len(f.Words)), Rules: make([]Rule, len(f.Rules))}
	for n, w := range f.Words {
		word := Word{Edges: w.Edges, Like: w.Like, Rest: w.Rest, Shares: make([]Share, len(w.Shares)/2)}
		if len(w.Shares)%2 != 0 {
			return nil, fmt.Errorf("word %d: shares are pairs of an item and an amount", n)
		}
		for k := range word.Shares {
			at := w.Shares[2*k]
			if at < 0 || at >= int64(len(r.items)) {
				return nil, fmt.Errorf("word %d: there is no item %d", n, at)
			}
			word.Shares[k] = Share{r.items[at], w.Shares[2*k+1]}
		}
		leaf.Words[n] = word
	}
	for n, raw := range f.Rules {
		var parts []json.RawMessage
		q := &leaf.Rules[n]
		fields := []any{&q.Side, &q.First, &q.Second, &q.S, &q.I, &q.Amount}
		ok := json.Unmarshal(raw, &parts) == nil && len(parts) == len(fields)
		for k := range parts {
			ok = ok && json.Unmarshal(parts[k], fields[k]) == nil
		}
		if !ok {
			return nil, fmt.Errorf("rule %d is none: a rule is a side, two words, s, i and an amount", n)
		}
	}
	return &Proof{Leaf: leaf}, nil
}

// proof reads the position of a leaf, or [item, bought, forbidden], token by
// token: a value that is parsed at each level costs the square of its depth.
func (r *reader) proof(tokens *json.Decoder, depth int) (*Proof, error) {
	wrong := fmt.Errorf("each part of the proof is a leaf, or an item and two parts")
	if depth > maxDepth {
		return nil, fmt.Errorf("the proof makes more than %d distinctions within each other", maxDepth)
	}
	token, err := tokens.Token()
	if err != nil || token == nil {
		return nil, fmt.Errorf("a part of the proof is missing")
	}
	if leaf, ok := position(token, len(r.leaves)); ok {
		return r.leaves[leaf], nil
	}
	switch token := token.(type) {
	case json.Number:
		return nil, fmt.Errorf("a part of the proof is missing: there is no leaf %.20s", token)
	case json.Delim:
		if token != '[' {
			return nil, wrong
		}
	default:
		return nil, wrong
	}
	if token, err = tokens.Token(); err != nil {
		return nil, wrong
	}
	item, ok := position(token, len(r.items))
	if !ok {
		return nil, wrong
	}
	bought, err := r.proof(tokens, depth+1)
	if err != nil {
		return nil, err
	}
	forbidden, err := r.proof(tokens, depth+1)
	if err != nil {
		return nil, err
	}
	if token, err = tokens.Token(); err != nil || token != json.Delim(']') {
		return nil, wrong
	}
	return &Proof{Item: &r.items[item], Bought: bought, Forbidden: forbidden}, nil
}

// position reads a token as a position in a list.
func position(token json.Token, length int) (int, bool) {
	number, ok := token.(json.Number)
	at, err := strconv.Atoi(number.String())
	return at, ok && err == nil && at >= 0 && at < length
}

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
	if _, known := w.leaves[p.key()]; known {
		return
	}
	w.leaves[p.key()] = len(w.leafOrder)
	w.leafOrder = append(w.leafOrder, p)
	if p.Leaf != nil {
		for n := range p.Leaf.Words {
			for _, s := range p.Leaf.Words[n].Shares {
				w.number(s.Item)
			}
		}
	}
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
		shares = append(shares, int64(w.items[s.Item]), s.Amount)
	}
	w.field(", ", "shares", shares)
	w.print("}")
}

func (w *writer) proof(p *Proof) {
	switch {
	case p == nil:
		w.print("null")
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
