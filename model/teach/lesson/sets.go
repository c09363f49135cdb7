package lesson

import (
	"slices"
	"strings"

	"facet/model"
	"facet/model/excerpt"
)

// Moves is what counts as a move, as a set; none is all of them.
// Preaccumulations always do.
type Moves uint8

// The moves.
const (
	Faces    Moves = 1 << iota // one face
	Edges                      // front or back elimination of an edge of the dag
	Vertices                   // all faces at a junction
)

var moveNames = [...]string{"faces", "edges", "vertices"}

// String lists the moves; it is empty for all of them.
func (m Moves) String() string {
	if m.Any() {
		return ""
	}
	return setText(uint8(m), moveNames[:])
}

// Any reports whether nothing is forbidden.
func (m Moves) Any() bool { return m == 0 || m&Faces != 0 }

// Modes is a set of modes; none is all of them.
type Modes uint8

var modeNames = [...]string{model.TAN: model.TAN.String(), model.ADJ: model.ADJ.String(),
	model.MUL: model.MUL.String()}

// String lists the modes; it is empty for all of them.
func (m Modes) String() string {
	if m.Any() {
		return ""
	}
	return setText(uint8(m), modeNames[:])
}

// Any reports whether nothing is forbidden.
func (m Modes) Any() bool { return m == 0 || m == 7 }

// Has reports whether a mode is allowed.
func (m Modes) Has(mode model.Mode) bool { return m == 0 || m&(1<<mode) != 0 }

func setText(set uint8, names []string) string {
	var words []string
	for k, name := range names {
		if set>>k&1 == 1 {
			words = append(words, name)
		}
	}
	return strings.Join(words, ", ")
}

// setOf reads a set, the words of a key with commas between them.
func (r *reader) setOf(f *field, names []string, use string) (set uint8) {
	for _, word := range strings.FieldsFunc(f.text(), func(c rune) bool { return c == ',' || c == ' ' }) {
		k := slices.Index(names, word)
		if k < 0 {
			r.wrong(f.line, "%s has %s: use %s", f.key, excerpt.Of(word), use)
			continue
		}
		set |= 1 << k
	}
	return set
}
