package files

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"facet/model"
	"facet/model/format"
	"facet/model/session"
	"facet/planner/certificate"
)

// Input is the content of a file. Its methods interpret it as far as its kind allows: a
// session has a dag and a sequence, a certificate has a sequence.
type Input struct {
	Name    string // its name in messages
	Kind    Kind
	Path    string // of the file; empty for a sample and for standard input
	Content []byte

	function FunctionReader
}

// FunctionReader reads the dag of the operations of a function.
type FunctionReader func(ctx context.Context, in *Input) (*model.Dag, error)

// Step is one operation of a sequence, with the comment behind # on its line.
type Step struct {
	Op   model.Op
	Note string
}

// Dag reads a dag, or returns that of a session. It stops when the context ends.
func (i *Input) Dag(ctx context.Context) (*model.Dag, error) {
	switch i.Kind {
	case Session:
		s, err := i.Session()
		if err != nil {
			return nil, err
		}
		return s.Dag(), nil
	case Sequence, Result, Proof:
		return nil,
			fmt.Errorf("%s contains a %s, not a dag: open its dag and use :replay, or use facet replay DAG %s", i.Name, i.Kind, i.Name)
	case Picture:
		return nil, fmt.Errorf("%s is the picture of a line dag for Graphviz: open the dag itself", i.Name)
	case Configuration:
		return nil,
			fmt.Errorf("%s is a configuration of the reference implementation: use facet admission %s",
				i.Name, i.Name)
	case Lesson:
		return nil, fmt.Errorf("%s is a lesson: use facet lesson %s, or :lesson %s", i.Name, i.Name, i.Name)
	case Function:
		if i.function == nil {
			return nil, fmt.Errorf("%s has a function, and this program reads none: open a dag", i.Name)
		}
		return i.function(ctx, i)
	case Runs:
		return nil, fmt.Errorf("%s contains runs of the solver, not a dag: open the dag to see its runs",
			i.Name)
	}
	return format.ReadContext(ctx, i.Name, bytes.NewReader(i.Content))
}

// Session reads a session that was saved in the background or by :save-session.
func (i *Input) Session() (*session.Session, error) {
	s, err := LoadSession(i.Content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", i.Name, err)
	}
	return s, nil
}

// LoadSession reads a session with or without the envelope of the state directory.
func LoadSession(content []byte, known ...*model.Dag) (*session.Session, error) {
	var envelope struct {
		Session json.RawMessage `json:"session"`
	}
	if json.Unmarshal(content, &envelope) == nil && len(envelope.Session) > 0 {
		content = envelope.Session
	}
	return session.Load(content, known...)
}

// Steps reads the consecutive operations of a sequence from start. Those of a session
// lead to its cursor.
func (i *Input) Steps(start *model.State) ([]Step, error) {
	ops, _, text, err := i.read(start)
	if err != nil {
		return nil, err
	}
	return steps(ops, text), nil
}

// Operations is Steps without comments: the operations, and the state after them.
func (i *Input) Operations(start *model.State) ([]model.Op, *model.State, error) {
	ops, end, _, err := i.read(start)
	return ops, end, err
}

func (i *Input) read(start *model.State) (ops []model.Op, end *model.State, text []byte, err error) {
	if text, err = i.sequence(); err != nil {
		return nil, nil, nil, err
	}
	if ops, end, err = model.ReadSequence(start, bytes.NewReader(text)); err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", i.Name, err)
	}
	return ops, end, text, nil
}

// steps adds the comments of a sequence to its operations.
func steps(ops []model.Op, text []byte) []Step {
	all := make([]Step, 0, len(ops))
	for line := range bytes.Lines(text) {
		operation, comment := model.SplitComment(string(line))
		if strings.TrimSpace(operation) == "" || len(all) == len(ops) {
			continue
		}
		all = append(all, Step{ops[len(all)], strings.Clone(comment)}) // without the rest of the line
	}
	return all
}

// Sequence returns the lines of a sequence: those of a file, the listing in the output of
// a command, or those in a session, a certificate or a result.
func (i *Input) Sequence() (string, error) {
	text, err := i.sequence()
	return string(text), err
}

// sequence is Sequence, without a copy where the file holds just that.
func (i *Input) sequence() ([]byte, error) {
	switch i.Kind {
	case Session:
		s, err := i.Session()
		if err != nil {
			return nil, err
		}
		return []byte(s.Sequence()), nil
	case Proof:
		c, err := certificate.Read(bytes.NewReader(i.Content))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", i.Name, err)
		}
		return []byte(strings.Join(c.Sequence, "\n")), nil
	case Result:
		return i.result()
	case Dag, Function:
		return nil,
			fmt.Errorf("%s is a %s, not a sequence: a sequence has one operation per line, such as ACC TAN (0 1)", i.Name, i.Kind)
	}
	return listing(i.Content), nil
}

// result returns the sequence in the output of facet solve --json.
func (i *Input) result() ([]byte, error) {
	var r struct {
		Sequence []struct {
			Op, Mode, Target string
			Cost             model.Cost
		} `json:"sequence"`
	}
	if err := json.Unmarshal(i.Content, &r); err != nil {
		return nil, fmt.Errorf("%s: the result cannot be read: %w", i.Name, err)
	}
	var b bytes.Buffer
	for _, s := range r.Sequence {
		fmt.Fprintln(&b, s.Op, s.Mode, s.Target, s.Cost)
	}
	return b.Bytes(), nil
}

// listing returns the part of a text that is a sequence: all of it, or the listing in the
// output of solve, replay or the reference implementation.
func listing(content []byte) []byte {
	line := func(from int) (text []byte, next int) {
		text, _, found := bytes.Cut(content[from:], []byte("\n"))
		if next = from + len(text); found {
			next++
		}
		return bytes.TrimSpace(text), next
	}
	for at := 0; at < len(content); {
		text, next := line(at)
		if at = next; string(text) != "elimination sequence" {
			continue
		}
		from := at
		if head, next := line(from); bytes.HasPrefix(head, []byte("(operation mode")) {
			from = next
		}
		to := from
		for to < len(content) {
			text, next := line(to)
			if len(text) == 0 {
				break
			}
			to = next
		}
		// The lines before become empty, so that errors name the right line.
		return append(bytes.Repeat([]byte("\n"), bytes.Count(content[:from], []byte("\n"))),
			content[from:to]...)
	}
	return content
}
