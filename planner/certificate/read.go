package certificate

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"facet/model"
)

// Read reads a certificate and refuses whatever is not one: members that are
// unknown, missing or there twice, numbers that are not whole, items and leaves
// that nobody uses. It checks the form only: [Verify] checks what it says.
//
// The memory that it takes is a small multiple of the file's length.
func Read(r io.Reader) (*Certificate, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("the certificate cannot be read: %w", err)
	}
	if len(text) > maxBytes {
		return nil, fmt.Errorf("the certificate is longer than %d MB: that is no certificate of facet", maxBytes>>20)
	}
	at, err := outline(text)
	if err != nil {
		return nil, fmt.Errorf("the certificate cannot be read: %w", err)
	}
	c, err := read(text, at)
	if err != nil {
		return nil, err
	}
	return c, c.Proof.check(0, make(map[*Leaf]bool))
}

// members are those of a certificate, and whether it can be without.
var members = map[string]bool{
	"format": false, "dag": false, "bound": false, "items": false, "leaves": false, "proof": false,
	"sequence": true, "cost": true, "searched": true,
}

// read reads the members in the order in which they refer to each other.
func read(text []byte, at map[string]span) (*Certificate, error) {
	in := func(name string) *scanner { return newScanner(text, at[name]) }
	if _, has := at["format"]; !has {
		return nil, fmt.Errorf("this is not a certificate: it has no format")
	}
	format, err := in("format").text()
	switch {
	case err != nil:
		return nil, fmt.Errorf("the certificate cannot be read: its format: %w", err)
	case format != Format && format != secondFormat:
		return nil, fmt.Errorf("this is not a certificate that this version can check: its format is %q, not %q; make it anew with facet solve --certificate", format, Format)
	}
	c := &Certificate{}
	if _, has := at["dag"]; has {
		if c.Dag, err = in("dag").text(); err != nil {
			return nil, fmt.Errorf("the certificate cannot be read: its dag: %w", err)
		}
	}
	for name, into := range map[string]*model.Cost{"bound": &c.Bound, "cost": &c.Cost, "searched": &c.Searched} {
		if _, has := at[name]; has {
			n, err := in(name).whole()
			if err != nil {
				return nil, fmt.Errorf("the certificate cannot be read: its %s: %w", name, err)
			}
			*into = model.Cost(n)
		}
	}
	if err := c.readSequence(at, in); err != nil {
		return nil, err
	}
	p := parts{wanted: format}
	for _, part := range [...]struct {
		name string
		read func(*scanner) error
	}{
		{"items", p.readItems}, {"leaves", p.readLeaves},
		{"proof", func(s *scanner) (err error) { c.Proof, err = p.proof(s, 0); return err }},
	} {
		if _, has := at[part.name]; has {
			if err := part.read(in(part.name)); err != nil {
				return nil, err
			}
		}
	}
	if c.Proof == nil {
		return nil, fmt.Errorf("a part of the proof is missing: the certificate has no proof")
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if _, has := at[name]; !has && !members[name] {
			return nil, fmt.Errorf("the certificate has no %s", name)
		}
	}
	return c, p.unused()
}

func (c *Certificate) readSequence(at map[string]span, in func(string) *scanner) error {
	_, c.Given = at["sequence"]
	switch _, priced := at["cost"]; {
	case c.Given && !priced:
		return fmt.Errorf("the certificate has a sequence and no cost")
	case !c.Given && priced:
		return fmt.Errorf("the certificate has a cost and no sequence")
	case !c.Given:
		return nil
	}
	s := in("sequence")
	c.Sequence = []string{}
	return s.list(func(n int) error {
		line, err := s.text()
		operation, comment := model.SplitComment(line)
		switch {
		case err != nil:
			return fmt.Errorf("operation %d of the sequence: %w", n+1, err)
		case operation == "" || comment != "" || operation != line || strings.ContainsAny(line, "\r\n"):
			return fmt.Errorf("operation %d of the sequence is %.40q: each text is one operation and nothing else", n+1, line)
		}
		c.Sequence = append(c.Sequence, line)
		return nil
	})
}

// Limits on parts, whose memory is more than that of their text.
const (
	maxLeaves = 100_000
	maxNodes  = 200_000 // branchings, and parts that rule items out
	maxWords  = 1_000_000
)

// parts are the items and leaves of a file, and what has been used of them.
type parts struct {
	wanted   string // the format
	items    []Item
	leaves   []*Proof
	usedItem []bool
	usedLeaf []bool
	words    int
	nodes    int
}

// unused names a part that the proof does not need: what nobody checks shall not
// be there to be believed.
func (p *parts) unused() error {
	for n, used := range p.usedLeaf {
		if !used {
			return fmt.Errorf("leaf %d is not used by the proof", n)
		}
	}
	for n, used := range p.usedItem {
		if !used {
			return fmt.Errorf("item %d is not used", n)
		}
	}
	return nil
}

func (p *parts) readItems(s *scanner) error {
	err := s.list(func(n int) error {
		var it Item
		fields := []*int(nil)
		err := s.list(func(k int) (err error) {
			switch {
			case k == 0:
				if it.Kind, err = s.text(); err != nil {
					return err
				}
				fields = map[string][]*int{
					"ACC": {&it.Edge}, "TAN": {&it.Edge, &it.A}, "ADJ": {&it.Edge, &it.B}, "MUL": {&it.A, &it.J, &it.B},
				}[it.Kind]
			case k > len(fields):
				return fmt.Errorf("too many numbers")
			default:
				*fields[k-1], err = s.position()
			}
			return err
		}, func(k int) bool { return len(fields) > 0 && k == len(fields)+1 })
		if err != nil {
			return fmt.Errorf("item %d is none: an item is ACC, TAN, ADJ or MUL and its numbers", n)
		}
		p.items = append(p.items, it)
		return nil
	})
	p.usedItem = make([]bool, len(p.items))
	return err
}

func (p *parts) readLeaves(s *scanner) error {
	err := s.list(func(n int) error {
		if n == maxLeaves {
			return fmt.Errorf("the certificate has more than %d leaves", maxLeaves)
		}
		leaf, err := p.leaf(s)
		if err != nil {
			return fmt.Errorf("leaf %d: %w", n, err)
		}
		p.leaves = append(p.leaves, leaf)
		return nil
	})
	p.usedLeaf = make([]bool, len(p.leaves))
	return err
}

func (p *parts) leaf(s *scanner) (*Proof, error) {
	leaf := &Leaf{}
	var packing *Packing
	has, err := s.object(func(name string) (err error) {
		switch name {
		case "denominator":
			leaf.Denominator, err = s.whole()
		case "unit":
			if leaf.Unit, err = s.whole(); err == nil && leaf.Unit < 1 {
				err = fmt.Errorf("the unit is %d: it is at least 1, or left out", leaf.Unit)
			}
		case "words":
			err = s.list(func(n int) error {
				word, err := p.word(s)
				if err != nil {
					return fmt.Errorf("word %d: %w", n, err)
				}
				leaf.Words = append(leaf.Words, word)
				return nil
			})
		case "rules":
			err = s.list(func(n int) error {
				r, err := rule(s)
				if err != nil {
					return fmt.Errorf("rule %d is none: a rule is a side, two words, s, i and an amount", n)
				}
				leaf.Rules = append(leaf.Rules, r)
				return nil
			})
		case "packing":
			packing = &Packing{}
			err = p.packing(s, packing)
		default:
			err = unknown(name)
		}
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case packing != nil && len(has) > 1:
		return nil, fmt.Errorf("a packing stands alone in its leaf")
	case packing != nil:
		return &Proof{Packing: packing}, nil
	case !has["denominator"]:
		return nil, fmt.Errorf("it has none: the denominator is at least 1")
	case !has["words"]:
		return nil, fmt.Errorf("there are no words")
	}
	return &Proof{Leaf: leaf}, nil
}

func (p *parts) packing(s *scanner, into *Packing) error {
	has, err := s.object(func(name string) error {
		list := map[string]*[]int64{"in": &into.In, "out": &into.Out}[name]
		if list == nil {
			return unknown(name)
		}
		return s.list(func(int) error {
			n, err := s.whole()
			*list = append(*list, n)
			return err
		})
	})
	if err == nil && len(has) < 2 {
		err = fmt.Errorf("a packing has amounts in and out")
	}
	return err
}

func (p *parts) word(s *scanner) (Word, error) {
	var w Word
	if p.words++; p.words > maxWords {
		return w, fmt.Errorf("the certificate has more than %d words", maxWords)
	}
	positions := func(into *[]int) error {
		return s.list(func(n int) error {
			if n > maxLetters {
				return fmt.Errorf("it is longer than %d edges", maxLetters)
			}
			k, err := s.position()
			*into = append(*into, k)
			return err
		})
	}
	has, err := s.object(func(name string) (err error) {
		switch name {
		case "edges":
			err = positions(&w.Edges)
		case "like":
			err = positions(&w.Like)
		case "rest":
			if err = s.isTrue(); err != nil {
				err = fmt.Errorf("rest is true, or left out")
			}
			w.Rest = true
		case "shares":
			err = p.shares(s, &w)
		default:
			err = unknown(name)
		}
		return err
	})
	switch {
	case err != nil:
		return w, err
	case !has["edges"]:
		return w, fmt.Errorf("it has no edges")
	case has["rest"] == has["shares"]:
		return w, fmt.Errorf("it has either shares or the rest of prices")
	}
	return w, nil
}

// shares reads pairs of an item's position and an amount.
func (p *parts) shares(s *scanner, w *Word) error {
	item := -1
	err := s.list(func(k int) error {
		n, err := s.whole()
		switch {
		case err != nil:
			return err
		case k%2 == 1:
			w.Shares = append(w.Shares, Share{&p.items[item], n})
			return nil
		case n < 0 || n >= int64(len(p.items)):
			return fmt.Errorf("there is no item %d", n)
		}
		item = int(n)
		p.usedItem[item] = true
		return nil
	}, func(k int) bool { return k%2 == 0 })
	if errors.Is(err, errShort) {
		return fmt.Errorf("shares are pairs of an item and an amount")
	}
	return err
}

func rule(s *scanner) (r Rule, err error) {
	err = s.list(func(k int) (err error) {
		switch k {
		case 0:
			r.Side, err = s.text()
		case 5:
			r.Amount, err = s.whole()
		case 1, 2, 3, 4:
			*[...]*int{&r.First, &r.Second, &r.S, &r.I}[k-1], err = s.position()
		default:
			err = errShort
		}
		return err
	}, func(k int) bool { return k == 6 })
	return r, err
}

// proof reads the position of a leaf, or [item, bought, forbidden], or
// [[leaf, dear item, ...], rest].
func (p *parts) proof(s *scanner, depth int) (*Proof, error) {
	wrong := fmt.Errorf("each part of the proof is a leaf, or an item and two parts")
	if depth > maxDepth {
		return nil, fmt.Errorf("the proof makes more than %d branchings within each other", maxDepth)
	}
	if p.nodes++; p.nodes > maxNodes {
		return nil, fmt.Errorf("the proof has more than %d parts", maxNodes)
	}
	if !s.opens('[') {
		if s.isNull() {
			return nil, fmt.Errorf("a part of the proof is missing")
		}
		leaf, err := s.position()
		if err != nil {
			return nil, wrong
		}
		if leaf >= len(p.leaves) {
			return nil, fmt.Errorf("a part of the proof is missing: there is no leaf %d", leaf)
		}
		p.usedLeaf[leaf] = true
		return p.leaves[leaf], nil
	}
	out := &Proof{}
	err := s.list(func(k int) (err error) {
		switch {
		case k == 0 && s.opens('['):
			err = p.fixing(s, out)
		case k == 0:
			var item int
			if item, err = s.position(); err != nil || item >= len(p.items) {
				return wrong
			}
			p.usedItem[item] = true
			out.Item = &p.items[item]
		case k == 1 && out.Item == nil:
			out.Rest, err = p.proof(s, depth+1)
		case k == 1:
			out.Bought, err = p.proof(s, depth+1)
		case k == 2 && out.Item != nil:
			out.Forbidden, err = p.proof(s, depth+1)
		default:
			err = wrong
		}
		return err
	}, func(k int) bool { return out.Item == nil && k == 2 || out.Item != nil && k == 3 })
	if errors.Is(err, errShort) {
		err = wrong
	}
	return out, err
}

// fixing reads [leaf, item, ...].
func (p *parts) fixing(s *scanner, into *Proof) error {
	wrong := fmt.Errorf("a part of the proof that rules items out is a leaf with items, and a rest")
	if p.wanted == secondFormat {
		return fmt.Errorf("the proof rules items out, which %q does not have", secondFormat)
	}
	err := s.list(func(k int) error {
		n, err := s.position()
		switch {
		case err != nil || k == 0 && n >= len(p.leaves) || k > 0 && n >= len(p.items):
			return wrong
		case k == 0:
			p.usedLeaf[n] = true
			if into.Leaf = p.leaves[n].Leaf; into.Leaf == nil {
				return wrong
			}
			return nil
		}
		p.usedItem[n] = true
		into.Dear = append(into.Dear, p.items[n])
		return nil
	}, func(k int) bool { return k > 0 })
	if errors.Is(err, errShort) {
		err = wrong
	}
	return err
}
