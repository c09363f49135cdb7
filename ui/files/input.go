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

// Input is the content of a file. Its methods interpret it as far as its kind
// allows: a session has a dag and a sequence, a certificate a sequence.
type Input struct {
	Name    string // as messages call it
	Kind    Kind
	Path    string // of the file; empty for a sample and for standard input
	Content []byte
}

// Step is one operation of a sequence with what its line says behind a #.
type Step struct {
	Op   model.Op
	Note string
}

// Dag reads a dag, or gives that of a session.
func (in *Input) Dag() (*model.Dag, error) {
	switch in.Kind {
	case Session:
		s, err := in.Session()
		if err != nil {
			return nil, err
		}
		return s.Dag(), nil
	case Sequence, Result, Proof:
		return nil, fmt.Errorf("%s contains a %s, not a dag: open its dag and use :replay, or use facet replay DAG %s", in.Name, in.Kind, in.Name)
	case Picture:
		return nil, fmt.Errorf("%s is the picture of a line dag for Graphviz: open the dag itself", in.Name)
	case Configuration:
		return nil, fmt.Errorf("%s is a configuration of the reference implementation: use facet admission %s", in.Name, in.Name)
	case Lesson:
		return nil, fmt.Errorf("%s is a lesson: use facet lesson %s, or :lesson %s", in.Name, in.Name, in.Name)
	case Function:
		p, err := in.Program(context.Background(), "")
		if err != nil {
			return nil, err
		}
		g, _, err := p.Dag()
		return g, err
	case Runs:
		return nil, fmt.Errorf("%s contains runs of the solver, not a dag: open the dag to see its runs", in.Name)
	}
	return format.Read(in.Name, bytes.NewReader(in.Content))
}

// Session reads a session, as it was saved in the background or by
// :save-session.
func (in *Input) Session() (*session.Session, error) {
	s, err := LoadSession(in.Content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	return s, nil
}

// LoadSession reads a session with or without the envelope that saved ones have.
func LoadSession(content []byte, known ...*model.Dag) (*session.Session, error) {
	var envelope struct {
		Session json.RawMessage `json:"session"`
	}
	if json.Unmarshal(content, &envelope) == nil && len(envelope.Session) > 0 {
		content = envelope.Session
	}
	return session.Load(content, known...)
}

// Steps reads the operations that follow each other from start. Those of a
// session are the ones that lead to its cursor.
func (in *Input) Steps(start *model.State) ([]Step, error) {
	ops, _, text, err := in.read(start)
	if err != nil {
		return nil, err
	}
	return steps(ops, text), nil
}

// Operations is Steps for those who need no comments: the operations, and the state
// after them.
func (in *Input) Operations(start *model.State) ([]model.Op, *model.State, error) {
	ops, end, _, err := in.read(start)
	return ops, end, err
}

func (in *Input) read(start *model.State) (ops []model.Op, end *model.State, text string, err error) {
	if text, err = in.Sequence(); err != nil {
		return nil, nil, "", err
	}
	if ops, end, err = model.ReadSequence(start, strings.NewReader(text)); err != nil {
		return nil, nil, "", fmt.Errorf("%s: %w", in.Name, err)
	}
	return ops, end, text, nil
}

// steps puts the comments of a sequence to its operations.
func steps(ops []model.Op, text string) []Step {
	all := make([]Step, 0, len(ops))
	for line := range strings.Lines(text) {
		operation, comment := model.SplitComment(line)
		if strings.TrimSpace(operation) == "" || len(all) == len(ops) {
			continue
		}
		all = append(all, Step{ops[len(all)], comment})
	}
	return all
}

// Sequence gives the lines of a sequence: those of a file, the listing in the
// output of a command, or those in a session, a certificate or a result.
func (in *Input) Sequence() (string, error) {
	switch in.Kind {
	case Session:
		s, err := in.Session()
		if err != nil {
			return "", err
		}
		return s.Sequence(), nil
	case Proof:
		c, err := certificate.Read(bytes.NewReader(in.Content))
		if err != nil {
			return "", fmt.Errorf("%s: %w", in.Name, err)
		}
		return strings.Join(c.Sequence, "\n"), nil
	case Result:
		return in.result()
	case Dag:
		return "", fmt.Errorf("%s is a dag, not a sequence: a sequence has one operation per line, such as ACC TAN (0 1)", in.Name)
	}
	return listing(string(in.Content)), nil
}

// result gives the sequence of what facet solve --json prints.
func (in *Input) result() (string, error) {
	var r struct {
		Sequence []struct {
			Op, Mode, Target string
			Cost             model.Cost
		} `json:"sequence"`
	}
	if err := json.Unmarshal(in.Content, &r); err != nil {
		return "", fmt.Errorf("%s: the result cannot be read: %w", in.Name, err)
	}
	var b strings.Builder
	for _, s := range r.Sequence {
		fmt.Fprintln(&b, s.Op, s.Mode, s.Target, s.Cost)
	}
	return b.String(), nil
}

// listing gives what a text says about a sequence: all of it, or the listing in
// the output of solve, replay or the reference implementation.
func listing(content string) string {
	lines := strings.Split(content, "\n")
	for k, line := range lines {
		if strings.TrimSpace(line) != "elimination sequence" {
			continue
		}
		from := k + 1
		if from < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[from]), "(operation mode") {
			from++
		}
		to := from
		for to < len(lines) && strings.TrimSpace(lines[to]) != "" {
			to++
		}
		// The lines before stay as empty ones, so that errors name the right line.
		return strings.Repeat("\n", from) + strings.Join(lines[from:to], "\n")
	}
	return content
}
