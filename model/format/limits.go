package format

import (
	"context"
	"errors"
	"fmt"
)

// Limits of every form: what a file may hold, whatever it is written in. A file within
// them is read in seconds and in at most 20 times its own length, beside 200 MB.
const (
	// MaxBytes is how large any file may be that facet reads.
	MaxBytes = 64_000_000

	maxMembers  = 400_000   // vertices and edges: what takes most room
	maxElements = 1_100_000 // vertices, edges and their values
	maxValues   = 256       // values of one element
	// values that defaults give to elements, which share them in memory and not when they are written
	maxDefaults = 1_000_000
	maxDepth    = 64        // levels
	maxMarkup   = 4_000_000 // tags, comments, values of JSON
	maxKeys     = 256       // keys that a GraphML file declares
	maxTagBytes = 64 << 10
	maxToken    = 8 << 20 // a tag, a comment, a text of GraphML: a pattern of 10^5 rows has megabytes
)

// errInterrupted is the error of a reader whose context has ended.
var errInterrupted = errors.New("interrupted")

// budget counts what a reader has taken of a file, and asks the reader's context.
type budget struct {
	ctx      context.Context
	steps    int
	members  int
	elements int
	expanded int
}

// step is called for each small piece of work.
func (b *budget) step() error {
	if b.steps++; b.steps&4095 == 0 && b.ctx.Err() != nil {
		return errInterrupted
	}
	return nil
}

// member counts a vertex or an edge.
func (b *budget) member() error {
	if b.members++; b.members > maxMembers {
		return fmt.Errorf("more than %d vertices and edges: make the dag coarser", maxMembers)
	}
	return b.element()
}

// element counts a vertex, an edge, or a value of one.
func (b *budget) element() error {
	if b.elements++; b.elements > maxElements {
		return fmt.Errorf("more than %d elements: make the dag coarser", maxElements)
	}
	return b.step()
}

// expand counts values that an element takes from defaults.
func (b *budget) expand(n int) error {
	if b.expanded += n; b.expanded > maxDefaults {
		return fmt.Errorf("takes the defaults beyond %d values: remove the defaults that are not needed",
			maxDefaults)
	}
	return nil
}

// tooMany is the error of an element with n values.
func tooMany(n int) error {
	if n > maxValues {
		return fmt.Errorf("has %d values, more than %d: keep those that are needed", n, maxValues)
	}
	return nil
}
