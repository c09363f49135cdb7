package certificate

import (
	"bytes"
	"encoding/json"
	"fmt"
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

// proof reads the position of a leaf, or [item, bought, forbidden], or
// [[leaf, dear item, ...], rest], token by token: a value that is parsed at each
// level costs the square of its depth.
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
	if token == json.Delim('[') {
		return r.dear(tokens, depth)
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

// dear reads what follows "[[".
func (r *reader) dear(tokens *json.Decoder, depth int) (*Proof, error) {
	wrong := fmt.Errorf("a part of the proof that rules items out is a leaf with items, and a rest")
	next := func(length int) (at int, ok bool) {
		token, err := tokens.Token()
		if err != nil {
			return 0, false
		}
		return position(token, length)
	}
	leaf, ok := next(len(r.leaves))
	if !ok || r.leaves[leaf].Leaf == nil {
		return nil, wrong
	}
	p := &Proof{Leaf: r.leaves[leaf].Leaf}
	for tokens.More() {
		item, ok := next(len(r.items))
		if !ok {
			return nil, wrong
		}
		p.Dear = append(p.Dear, r.items[item])
	}
	if _, err := tokens.Token(); err != nil { // "]", or More would go on
		return nil, wrong
	}
	rest, err := r.proof(tokens, depth+1)
	if err != nil {
		return nil, err
	}
	if token, err := tokens.Token(); err != nil || token != json.Delim(']') {
		return nil, wrong
	}
	p.Rest = rest
	return p, nil
}

// position reads a token as a position in a list.
func position(token json.Token, length int) (int, bool) {
	number, ok := token.(json.Number)
	at, err := strconv.Atoi(number.String())
	return at, ok && err == nil && at >= 0 && at < length
}
