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
// unknown, missing or there twice, numbers that are not whole, resources and leaves
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
		{"items", p.readResources}, {"leaves", p.readLeaves},
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
	switch _, given := at["cost"]; {
	case c.Given && !given:
		return fmt.Errorf("the certificate has a sequence and no cost")
	case !c.Given && given:
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
	maxNodes  = 200_000 // branchings, and parts that fix resources at zero
	maxPaths  = 1_000_000
)

// parts are the resources and leaves of a file, and what has been used of them.
type parts struct {
	wanted       string // the format
	resources    []Resource
	leaves       []*Proof
	usedResource []bool
	usedLeaf     []bool
	paths        int
	nodes        int
}

// unused names a part that the proof does not need: what nobody checks shall not
// be there to be believed.
func (p *parts) unused() error {
	for n, used := range p.usedLeaf {
		if !used {
			return fmt.Errorf("leaf %d is not used by the proof", n)
		}
	}
	for n, used := range p.usedResource {
		if !used {
			return fmt.Errorf("item %d is not used", n)
		}
	}
	return nil
}

func (p *parts) readResources(s *scanner) error {
	err := s.list(func(n int) error {
		var it Resource
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
		p.resources = append(p.resources, it)
		return nil
	})
	p.usedResource = make([]bool, len(p.resources))
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
				path, err := p.path(s)
				if err != nil {
					return fmt.Errorf("word %d: %w", n, err)
				}
				leaf.Paths = append(leaf.Paths, path)
				return nil
			})
		case "rules":
			err = s.list(func(n int) error {
				r, err := inequality(s)
				if err != nil {
					return fmt.Errorf("rule %d is none: a rule is a side, two words, s, i and an amount", n)
				}
				leaf.Inequalities = append(leaf.Inequalities, r)
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

func (p *parts) path(s *scanner) (Path, error) {
	var w Path
	if p.paths++; p.paths > maxPaths {
		return w, fmt.Errorf("the certificate has more than %d words", maxPaths)
	}
	positions := func(into *[]int) error {
		return s.list(func(n int) error {
			if n > maxEdges {
				return fmt.Errorf("it is longer than %d edges", maxEdges)
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
			err = p.prices(s, &w)
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

// prices reads pairs of a resource's position and an amount.
func (p *parts) prices(s *scanner, w *Path) error {
	resource := -1
	err := s.list(func(k int) error {
		n, err := s.whole()
		switch {
		case err != nil:
			return err
		case k%2 == 1:
			w.Prices = append(w.Prices, Price{&p.resources[resource], n})
			return nil
		case n < 0 || n >= int64(len(p.resources)):
			return fmt.Errorf("there is no item %d", n)
		}
		resource = int(n)
		p.usedResource[resource] = true
		return nil
	}, func(k int) bool { return k%2 == 0 })
	if errors.Is(err, errShort) {
		return fmt.Errorf("shares are pairs of an item and an amount")
	}
	return err
}

func inequality(s *scanner) (r Inequality, err error) {
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

// proof reads the position of a leaf, or [resource, selected, forbidden], or
// [[leaf, expensive resource, ...], rest].
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
			var resource int
			if resource, err = s.position(); err != nil || resource >= len(p.resources) {
				return wrong
			}
			p.usedResource[resource] = true
			out.Resource = &p.resources[resource]
		case k == 1 && out.Resource == nil:
			out.Rest, err = p.proof(s, depth+1)
		case k == 1:
			out.Selected, err = p.proof(s, depth+1)
		case k == 2 && out.Resource != nil:
			out.Forbidden, err = p.proof(s, depth+1)
		default:
			err = wrong
		}
		return err
	}, func(k int) bool { return out.Resource == nil && k == 2 || out.Resource != nil && k == 3 })
	if errors.Is(err, errShort) {
		err = wrong
	}
	return out, err
}

// fixing reads [leaf, resource, ...].
func (p *parts) fixing(s *scanner, into *Proof) error {
	wrong := fmt.Errorf("a part of the proof that rules items out is a leaf with items, and a rest")
	if p.wanted == secondFormat {
		return fmt.Errorf("the proof rules items out, which %q does not have", secondFormat)
	}
	err := s.list(func(k int) error {
		n, err := s.position()
		switch {
		case err != nil || k == 0 && n >= len(p.leaves) || k > 0 && n >= len(p.resources):
			return wrong
		case k == 0:
			p.usedLeaf[n] = true
			if into.Leaf = p.leaves[n].Leaf; into.Leaf == nil {
				return wrong
			}
			return nil
		}
		p.usedResource[n] = true
		into.Fixed = append(into.Fixed, p.resources[n])
		return nil
	}, func(k int) bool { return k > 0 })
	if errors.Is(err, errShort) {
		err = wrong
	}
	return err
}
