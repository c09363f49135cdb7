package certificate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Limits on what is read: far above what any proof needs, far below what would
// hurt.
const (
	maxBytes   = 64 << 20
	maxDepth   = 200        // of distinctions within each other
	maxLetters = 128        // edges of a word
	maxWork    = 40_000_000 // steps of all dynamic programmes together
)

// Write writes the certificate as JSON.
func Write(w io.Writer, c *Certificate) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(c); err != nil {
		return fmt.Errorf("the certificate cannot be written: %w", err)
	}
	return nil
}

// Read reads a certificate and refuses whatever is not one. It checks the form
// only: [Verify] checks what it says.
func Read(r io.Reader) (*Certificate, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("the certificate cannot be read: %w", err)
	}
	if len(data) > maxBytes {
		return nil, fmt.Errorf("the certificate is longer than %d MB: that is no certificate of facet", maxBytes>>20)
	}
	var c Certificate
	if err := json.Unmarshal(data, &c); err != nil {
		var place *json.SyntaxError
		if errors.As(err, &place) {
			return nil, fmt.Errorf("the certificate is not JSON, at byte %d: %w", place.Offset, err)
		}
		return nil, fmt.Errorf("the certificate cannot be read: %w", err)
	}
	if c.Format != Format {
		return nil, fmt.Errorf("this is not a certificate that this version can check: its format is %q, not %q", c.Format, Format)
	}
	work := 0
	if err := c.Proof.check(0, &work); err != nil {
		return nil, err
	}
	return &c, nil
}

// check refuses proofs of the wrong form or of absurd size.
func (p *Proof) check(depth int, work *int) error {
	switch {
	case p == nil:
		return fmt.Errorf("a part of the proof is missing")
	case depth > maxDepth:
		return fmt.Errorf("the proof makes more than %d distinctions within each other", maxDepth)
	case (p.Leaf == nil) == (p.Item == nil):
		return fmt.Errorf("each part of the proof has either a leaf or an item")
	case p.Item != nil:
		if err := p.Bought.check(depth+1, work); err != nil {
			return err
		}
		return p.Forbidden.check(depth+1, work)
	}
	if p.Leaf.Denominator < 1 || p.Leaf.Unit < 0 {
		return fmt.Errorf("the denominator is at least 1 and the unit is not negative")
	}
	for n, w := range p.Leaf.Words {
		k := len(w.Edges)
		if k < 1 || k > maxLetters {
			return fmt.Errorf("word %d has %d edges: it can have 1 to %d", n, k, maxLetters)
		}
		*work += k*k*k/6 + k*k + len(w.Shares)
		for _, s := range w.Shares {
			if s.Amount < 0 {
				return fmt.Errorf("word %d has a negative share of %s", n, s.Item)
			}
		}
	}
	for n, r := range p.Leaf.Rules {
		if r.First < 0 || r.First >= len(p.Leaf.Words) || r.Second < 0 || r.Second >= len(p.Leaf.Words) || r.Amount < 0 {
			return fmt.Errorf("rule %d names a word that is not there, or its amount is negative", n)
		}
		*work += cube(len(p.Leaf.Words[r.First].Edges)) + cube(len(p.Leaf.Words[r.Second].Edges))
	}
	if *work > maxWork {
		return fmt.Errorf("the proof is too large to be checked in reasonable time")
	}
	return nil
}

func cube(k int) int { return k * k * k }

// String prints the item: "TAN of edge 3 from vertex 0".
func (it Item) String() string {
	switch it.Kind {
	case "ACC":
		return fmt.Sprintf("ACC of edge %d", it.Edge)
	case "TAN":
		return fmt.Sprintf("TAN of edge %d from vertex %d", it.Edge, it.A)
	case "ADJ":
		return fmt.Sprintf("ADJ of edge %d to vertex %d", it.Edge, it.B)
	}
	return fmt.Sprintf("%s from vertex %d over %d to %d", it.Kind, it.A, it.J, it.B)
}
