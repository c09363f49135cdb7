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
	"facet/planner"
	"facet/planner/certificate"
)

// version is that of the text form. The first one had all runs on a dag in one
// file and bounds without certificates.
const version = 2

type (
	file struct {
		Facet string    `json:"facet"`
		Ver   int       `json:"version"`
		Runs  []runFile `json:"runs"`
	}
	runFile struct {
		Start      []string        `json:"start,omitempty"` // the steps that led to it, one operation a line
		Method     string          `json:"method"`
		Bounding   string          `json:"bounding"`
		Opening    string          `json:"opening"`
		Elapsed    time.Duration   `json:"elapsed"`
		Proven     bool            `json:"proven,omitempty"` // in the method's own space
		From       planner.Source  `json:"bound_from"`
		Incumbents []incumbentFile `json:"incumbents"`
		Proof      json.RawMessage `json:"proof,omitempty"` // of the whole dag, as a certificate's file
	}
	incumbentFile struct {
		Time   time.Duration  `json:"time"`
		Cost   model.Cost     `json:"cost"`
		Source planner.Source `json:"source"`
		Ops    []string       `json:"ops"`
	}
)

// mostIncumbents is how many incumbents of a run are kept: the last ones.
const mostIncumbents = 8

// proofTime is how long a certificate may take beyond what the run has proved.
const proofTime = 3 * time.Second

// NewName names a run unlike any other, so that the names follow each other as
// the runs do.
func NewName() string {
	return fmt.Sprintf("%s-%d-%.6s", time.Now().UTC().Format("20060102T150405.000000000"), os.Getpid(), rand.Text())
}

// Found is what a run has found, from the state that Start leads to. Nothing in
// it may change any more.
type Found struct {
	Start      []model.Op
	Options    planner.Options
	End        planner.Snapshot
	Incumbents []planner.Incumbent
}

// Write gives the content of a run's file. When ctx ends, it has the bound that
// was certified by then.
func Write(ctx context.Context, g *model.Dag, f Found) ([]byte, error) {
	start, state, err := lines(model.NewState(g), f.Start)
	if err != nil {
		return nil, err
	}
	r := runFile{
		Start: start, Method: f.Options.Method.String(), Bounding: f.Options.Bound.String(), Opening: f.Options.WarmStart.String(),
		Elapsed: f.End.Elapsed, Proven: f.End.Proven, From: f.End.BoundSource, Proof: certify(ctx, g, f, state),
	}
	for _, i := range f.Incumbents[max(0, len(f.Incumbents)-mostIncumbents):] {
		text, _, err := lines(state, i.Ops)
		if err != nil {
			return nil, err
		}
		r.Incumbents = append(r.Incumbents, incumbentFile{i.Time, i.Cost, i.Source, text})
	}
	return json.Marshal(file{"runs", version, []runFile{r}})
}

// certify makes a certificate of the whole dag for a run that has ended: what it
// proves of the dag, less what was spent before, is proved of the rest. It is
// nil where there is none.
func certify(ctx context.Context, g *model.Dag, f Found, start *model.State) json.RawMessage {
	end := f.End
	if end.Phase == planner.Running || end.Phase == planner.Paused || !end.HasIncumbent || len(f.Start) > 0 && !end.Proven {
		return nil
	}
	if len(f.Start) > 0 { // what the run has proved is about the rest alone
		whole := end.Incumbent
		whole.Cost, whole.Ops = start.Spent().Add(whole.Cost), slices.Concat(f.Start, whole.Ops)
		end = planner.Snapshot{Phase: end.Phase, Method: end.Method, HasIncumbent: true, Incumbent: whole, Proven: end.Proven}
	}
	if end.Incumbent.Cost.IsSaturated() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, proofTime)
	defer cancel()
	c, err := planner.Certify(ctx, g, end)
	if err != nil {
		return nil
	}
	var text bytes.Buffer
	if err := certificate.Write(&text, c); err != nil {
		return nil
	}
	return text.Bytes()
}

func lines(start *model.State, ops []model.Op) ([]string, *model.State, error) {
	text, err := model.FormatSequence(start, ops)
	if err != nil {
		return nil, nil, err
	}
	end, _, err := model.Replay(start, ops)
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")[:len(ops)], end, err
}
