package model

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// FormatOp prints an operation that is possible in s as a line of a sequence:
// what, mode, target, price.
//
//	ACC TAN (0 1) 4
//	ELI MUL (0 1 2)(2 4) 6
func FormatOp(s *State, o Op) string {
	price, err := s.Price(o)
	if err != nil {
		return "impossible: " + err.Error()
	}
	return OpName(s, o) + " " + price.String()
}

// OpName is FormatOp without the price.
func OpName(s *State, o Op) string {
	name := "ACC "
	if !o.IsAccumulation() {
		name = "ELI "
	}
	return name + o.Mode.String() + " " + OpTarget(s, o)
}

// OpTarget names the vertex or the face of an operation, as in "(0 1 2)(2 4)".
func OpTarget(s *State, o Op) string {
	if o.IsAccumulation() {
		return mention(s, o.U)
	}
	return mention(s, o.U) + mention(s, o.V)
}

// longLabel is from how many vertices of a path on sequences name a vertex of the line
// dag by its two ends, where no other has the same: on dags of thousands of edges the
// paths of a sequence would fill gigabytes.
const longLabel = 64

// mention names z so that a sequence that is read finds it.
func mention(s *State, z Z) string {
	n := &s.nodes[z]
	if n.label.longest >= longLabel && len(s.Between(int(n.source), int(n.target))) == 1 {
		return edgeLabel(n.source, n.target, nil).Text(s.dag, " ")
	}
	return n.label.Text(s.dag, " ")
}

// FormatSequence prints the operations, one a line, as they follow each other
// from start. It stops at the first impossible one and returns its error.
func FormatSequence(start *State, ops []Op) (string, error) {
	var b strings.Builder
	_, err := Walk(start, ops, func(before *State, o Op, price Cost) {
		fmt.Fprintf(&b, "%s %s\n", OpName(before, o), price)
	})
	return b.String(), err
}

// maxLine is how long a line of a sequence may be.
const maxLine = 1 << 20

// ReadSequence reads operations, one a line, that follow each other from start,
// and gives them with the state they lead to. Empty lines and comments from #
// are skipped. Errors name the line.
func ReadSequence(start *State, r io.Reader) ([]Op, *State, error) {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 0, 4096), maxLine)
	var ops []Op
	t := NewTape(start)
	s := t.State()
	line := 1
	for ; scanner.Scan(); line++ {
		o, ok, err := ParseOp(s, scanner.Text())
		if err != nil {
			return ops, t.Keep(), fmt.Errorf("line %d: %w", line, err)
		}
		if !ok {
			continue
		}
		if _, err := t.Do(o); err != nil {
			return ops, t.Keep(), fmt.Errorf("line %d: %w", line, err)
		}
		ops = append(ops, o)
	}
	switch err := scanner.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return ops, t.Keep(), fmt.Errorf("line %d is longer than %d MB: no operation is", line, maxLine>>20)
	case err != nil:
		return ops, t.Keep(), fmt.Errorf("the sequence cannot be read: %w", err)
	}
	return ops, t.Keep(), nil
}
