package certificate

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"context"
	"facet/model"
	"facet/model/excerpt"
	"facet/model/jsontext"
)

// Read reads a certificate and refuses what is not one: members
// that are unknown, missing or there twice, numbers that are not whole, resources and
// leaves that the proof does not use. It checks the form only: [Verify] checks what
// the certificate claims.
//
// The memory that it takes is a small multiple of the file's length.
func Read(r io.Reader) (*Certificate, error) {
	text, err := readAll(r)
	if err != nil {
		return nil, fmt.Errorf("the certificate cannot be read: %w", err)
	}
	if len(text) > jsontext.MaxBytes {
		return nil, fmt.Errorf("the certificate is longer than %d MB: that is no certificate of facet",
			jsontext.MaxBytes/1_000_000)
	}
	d := document{Reader: jsontext.New(context.Background(), text, maxLevels),
		at: make(map[string]jsontext.Place, len(members))}
	if err := d.outline(); err != nil {
		return nil, fmt.Errorf("the certificate cannot be read: %w in line %d", err, d.Line())
	}
	c, err := d.read()
	if err != nil {
		return nil, err
	}
	return c, c.Proof.check(0, make(map[*Leaf]bool))
}

// readAll reads what r has, without room to spare where its length is known.
func readAll(r io.Reader) ([]byte, error) {
	if known, is := r.(interface{ Len() int }); is {
		text := make([]byte, min(known.Len(), jsontext.MaxBytes+1))
		_, err := io.ReadFull(r, text)
		return text, err
	}
	return io.ReadAll(io.LimitReader(r, jsontext.MaxBytes+1))
}

// members are those of a certificate, and whether they are optional.
var members = map[string]bool{
	"format": false, "dag": false, "bound": false, "resources": false, "leaves": false, "proof": false,
	"sequence": true, "cost": true, "searched": true, "levels": true,
}

// document is the text of a certificate, and where its members are.
type document struct {
	*jsontext.Reader
	at map[string]jsontext.Place
}

func unknown(name string) error { return fmt.Errorf("there is no member %s here", excerpt.Of(name)) }

// outline finds the members of the object that is all of the text.
func (d *document) outline() error {
	_, err := d.Object(func(name string) error {
		if _, known := members[name]; !known {
			return unknown(name)
		}
		d.at[name] = d.Place()
		return d.Skip()
	})
	if err != nil {
		return err
	}
	return d.End()
}

func (d *document) has(name string) bool {
	_, has := d.at[name]
	return has
}

func (d *document) in(name string) *jsontext.Reader {
	d.Return(d.at[name])
	return d.Reader
}

// identify reads the format.
func (d *document) identify() error {
	if !d.has("format") {
		return fmt.Errorf("this is not a certificate: it has no format")
	}
	format, err := d.in("format").Text()
	switch {
	case err != nil:
		return fmt.Errorf("the certificate cannot be read: its format: %w", err)
	case format != Format:
		return fmt.Errorf("this is not a certificate that this version can check: its format is %s, not %q; make it anew with facet solve --certificate", excerpt.Of(format), Format)
	}
	return nil
}

// read reads the members in the order in which they refer to each other.
func (d *document) read() (c *Certificate, err error) {
	if err := d.identify(); err != nil {
		return nil, err
	}
	c = &Certificate{}
	if d.has("dag") {
		if c.Dag, err = d.in("dag").Text(); err != nil {
			return nil, fmt.Errorf("the certificate cannot be read: its dag: %w", err)
		}
	}
	for name, into := range map[string]*model.Cost{"bound": &c.Bound, "cost": &c.Cost,
		"searched": &c.Searched} {
		if d.has(name) {
			n, err := d.in(name).Whole()
			if err != nil {
				return nil, fmt.Errorf("the certificate cannot be read: its %s: %w", name, err)
			}
			*into = model.Cost(n)
		}
	}
	if err := c.readSequence(d); err != nil {
		return nil, err
	}
	p := parts{Reader: d.Reader}
	for _, part := range [...]struct {
		name string
		read func() error
	}{
		{"resources", p.readResources}, {"levels", p.readLevels}, {"leaves", p.readLeaves},
		{"proof", func() (err error) { c.Proof, err = p.proof(0); return err }},
	} {
		if d.has(part.name) {
			d.Return(d.at[part.name])
			if err := part.read(); err != nil {
				return nil, err
			}
		}
	}
	if c.Proof == nil {
		return nil, fmt.Errorf("a part of the proof is missing: the certificate has no proof")
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !d.has(name) && !members[name] {
			return nil, fmt.Errorf("the certificate has no %s", name)
		}
	}
	return c, p.unused()
}

func (c *Certificate) readSequence(d *document) error {
	c.Given = d.has("sequence")
	switch {
	case c.Given && !d.has("cost"):
		return fmt.Errorf("the certificate has a sequence and no cost")
	case !c.Given && d.has("cost"):
		return fmt.Errorf("the certificate has a cost and no sequence")
	case !c.Given:
		return nil
	}
	s := d.in("sequence")
	c.Sequence = make([]string, 0, s.Count(len(`"A",`)))
	_, err := s.List(func(n int) error {
		line, err := s.Text()
		operation, comment := model.SplitComment(line)
		switch {
		case err != nil:
			return fmt.Errorf("operation %d of the sequence: %w", n+1, err)
		case operation == "" || comment != "" || operation != line || strings.ContainsAny(line, "\r\n"):
			return fmt.Errorf("operation %d of the sequence is %s: each text is one operation and nothing else", n+1, excerpt.Of(line))
		}
		c.Sequence = append(c.Sequence, line)
		return nil
	})
	return err
}
