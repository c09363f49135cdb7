package puzzle

import (
	"context"
	"fmt"
	"strings"
	"time"

	"facet/model"
	"facet/planner/teach/puzzle"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
)

// MistakesWord is what the user's past mistakes are called by.
const MistakesWord = "mistakes"

// mistake makes the puzzle of the mistake that is due first.
func (l Library) mistake(ctx context.Context) (*Leader, error) {
	due, err := NextMistake(l.Directory, l.now())
	if err != nil {
		return nil, err
	}
	p, err := l.find(ctx, due.Puzzle)
	if err != nil {
		return nil, err
	}
	again := *p
	again.Name, again.Title, again.Par = p.Name+" again", p.Title+", where something was lost", 0
	again.Series = puzzle.Series{}
	at, err := p.Begin()
	if err != nil {
		return nil, err
	}
	again.Start = append([]model.Op{}, p.Start...)
	for _, line := range due.Before {
		ops, err := model.ParseStep(at, line)
		if err != nil {
			return nil, fmt.Errorf("the place where something was lost is no longer there: %w", err)
		}
		if at, _, err = model.Replay(at, ops); err != nil {
			return nil, err
		}
		again.Start = append(again.Start, ops...)
	}
	return New(context.WithoutCancel(ctx), Options{Puzzle: &again, Again: &due, Library: l})
}

// NextMistake is the mistake that is due first of those in a directory, which is nil where nothing
// is kept; the error says why there is none.
func NextMistake(in *store.Directory, now time.Time) (due store.Mistake, none error) {
	if in == nil {
		return due, layer.Done("Past mistakes are not kept here.")
	}
	all := in.Mistakes().All()
	switch {
	case len(all) == 0:
		return due,
			layer.Done("You have no past mistakes: what you lose in a shipped or random puzzle is asked again here.")
	case all[0].Due.After(now):
		return due, layer.Done(fmt.Sprintf("No past mistake is due: the next of %s is asked on %s.",
			style.Count(int64(len(all))), all[0].Due.Format("2 January 2006")))
	}
	return all[0], nil
}

// remember keeps the place of the first move that lost something, or that it was found this
// time. It is called with the review of an attempt that is over, or without one where the
// user gave up.
func (l *Leader) remember(review *puzzle.Review) {
	library := l.options.Library
	if library.Directory == nil || l.options.Within || l.attempt.try.remembered {
		return
	}
	l.attempt.try.remembered = true
	memory, now := library.Directory.Mistakes(), library.now
	lost := review == nil
	at := 0
	if review != nil {
		for k := range review.Steps {
			if review.Steps[k].Loss.Wrong() {
				lost, at = true, k
				break
			}
		}
	}
	var err error
	again := l.options.Again
	switch {
	case again != nil && (lost || l.attempt.result.Told):
		err = memory.Lose(*again, now())
	case again != nil:
		err = memory.Find(*again, now())
	case lost && l.code != "":
		m := store.Mistake{Puzzle: l.code, Title: l.attempt.puzzle.Title}
		for _, id := range l.attempt.path()[:min(at, len(l.attempt.path()))] {
			step, _ := l.attempt.session.Step(id)
			m.Before = append(m.Before, strings.Join(step.Lines, "; "))
		}
		err = memory.Lose(m, now())
	}
	if err != nil {
		l.attempt.try.saying = layer.Sentence(err.Error())
	}
}
