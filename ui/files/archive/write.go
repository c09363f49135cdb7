package archive

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"facet/model"
	"facet/model/format"
	"facet/planner"
	"facet/planner/certificate"
	"facet/ui/draw/style"
)

// version is the version of the text form. Version 1 had all runs on a dag in one file,
// and bounds without certificates; version 2 had the certificate in the run's file.
const version = 3

type (
	file struct {
		Facet string                  `json:"facet"`
		Ver   int                     `json:"version"`
		Runs  format.Objects[runFile] `json:"runs"`
	}
	runFile struct {
		// the steps that led to it, one operation a line
		Start    []string      `json:"start,omitempty"`
		Method   string        `json:"method"`
		Bounding string        `json:"bounding"`
		Opening  string        `json:"opening"`
		Elapsed  time.Duration `json:"elapsed"`
		// optimal in the method's own search space
		Proven     bool                          `json:"proven,omitempty"`
		From       planner.Source                `json:"bound_from"`
		Incumbents format.Objects[incumbentFile] `json:"incumbents"`
		// a certificate of the whole dag; from version 3 on in a file of its own
		Proof json.RawMessage `json:"proof,omitempty"`
	}
	incumbentFile struct {
		Time   time.Duration  `json:"time"`
		Cost   model.Cost     `json:"cost"`
		Source planner.Source `json:"source"`
		Ops    []string       `json:"ops"`
	}
)

// mostIncumbents is the number of incumbents of a run that are saved, the last ones, as far
// as they fit into mostBytes; the best is saved in any case.
const (
	mostIncumbents = 8
	mostBytes      = 8 << 20
)

// SavedPart is the part of a run's time, one in so many, that goes into keeping it, and as much
// its proof, while it is at work, and LeastBetween what lies between two proofs at least.
const (
	SavedPart    = 20
	LeastBetween = 5 * time.Second
)

// proofTime limits the making of a certificate after the run.
const proofTime = 3 * time.Second

// NewName makes a unique name of a run. Names sort in the order of the runs.
func NewName() string {
	return fmt.Sprintf("%s-%d-%.6s", time.Now().UTC().Format("20060102T150405.000000000"), os.Getpid(),
		rand.Text())
}

// Found is the result of a run, from the state that Start leads to. It must not change
// any more.
type Found struct {
	Start      []model.Op
	Options    planner.Options
	End        planner.Snapshot
	Incumbents []planner.Incumbent
}

// Write returns the content of a run's file.
func Write(g *model.Dag, f Found) ([]byte, error) {
	start, state, err := lines(model.NewState(g), f.Start)
	if err != nil {
		return nil, err
	}
	r := runFile{
		Start: start, Method: f.Options.Method.String(), Bounding: f.Options.Bound.String(),
		Opening: f.Options.WarmStart.String(),
		Elapsed: f.End.Elapsed, Proven: f.End.Proven, From: f.End.BoundSource,
	}
	bytes := 0
	for _, i := range slices.Backward(f.Incumbents[max(0, len(f.Incumbents)-mostIncumbents):]) {
		text, _, err := lines(state, i.Ops)
		if err != nil {
			return nil, err
		}
		for _, line := range text {
			bytes += len(line) + len(`"",`)
		}
		if bytes > mostBytes && len(r.Incumbents) > 0 {
			break
		}
		r.Incumbents = append(r.Incumbents, incumbentFile{i.Time, i.Cost, i.Source, text})
	}
	slices.Reverse(r.Incumbents)
	return json.Marshal(file{"runs", version, []runFile{r}})
}

// Prove makes a certificate of the whole dag for a run: what it proves of the dag, less what
// was spent before, is proved of the rest. Of one at work it is what was proved so far. It is
// nil where there is none. When ctx ends, it has the bound that was certified by then. It is
// verified when it is read.
func Prove(ctx context.Context, g *model.Dag, f Found) []byte {
	start, _, err := model.Replay(model.NewState(g), f.Start)
	if err != nil {
		return nil
	}
	end := f.End
	atWork := end.Phase == planner.Running || end.Phase == planner.Paused
	if !end.HasIncumbent || len(f.Start) > 0 && (atWork || !end.Proven) {
		return nil
	}
	if len(f.Start) > 0 { // what the run has proved holds only for the rest
		whole := end.Incumbent
		whole.Cost, whole.Ops = start.Spent().Add(whole.Cost), slices.Concat(f.Start, whole.Ops)
		end = planner.Snapshot{Phase: end.Phase, Method: end.Method, HasIncumbent: true, Incumbent: whole,
			Proven: end.Proven}
	}
	if end.Incumbent.Cost.IsSaturated() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, proofTime)
	defer cancel()
	var c *certificate.Certificate
	if atWork {
		c, err = planner.Standing(g, end)
	} else {
		c, err = planner.Record(ctx, g, end)
	}
	if err != nil {
		return nil
	}
	text, _ := Certificate(c) // what cannot be written is no proof
	return text
}

// Certificate is the text of a certificate, as files have it and a terminal may show it.
func Certificate(c *certificate.Certificate) ([]byte, error) {
	var text bytes.Buffer
	if err := certificate.Write(style.EscapedJSON(&text), c); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}

// ProveAgain is the certificate that was kept of a run, or one that is made now where that
// proves more: what was kept may be of the run at work.
func ProveAgain(ctx context.Context, g *model.Dag, f Found, kept []byte) []byte {
	before, err := certificate.Read(bytes.NewReader(kept))
	if err == nil && (f.End.Proven && before.Bound >= f.End.Incumbent.Cost ||
		before.Bound >= f.End.Provable()) {
		return kept
	}
	made := Prove(ctx, g, f)
	if now, other := certificate.Read(bytes.NewReader(made)); err == nil &&
		(other != nil || now.Bound < before.Bound) {
		return kept
	}
	return made
}

func lines(start *model.State, ops []model.Op) ([]string, *model.State, error) {
	text, err := model.FormatSequence(start, ops)
	if err != nil {
		return nil, nil, err
	}
	end, _, err := model.Replay(start, ops)
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")[:len(ops)], end, err
}
