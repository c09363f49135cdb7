package command

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"facet/model"
	"facet/planner"
	"facet/planner/certificate"
	"facet/ui/files/archive"
	"facet/ui/files/store"
)

const (
	// A run that takes longer than worthSaving is saved as it goes, every saveEvery: a
	// shorter one is found again as quickly.
	worthSaving = 3 * time.Second
	saveEvery   = 2 * time.Second

	// restoreTime limits how long saved runs are checked, what promises most first, and
	// mostRestored how many are.
	restoreTime  = 20 * time.Second
	mostRestored = 16

	// hurriedProof limits the proof of a run that was interrupted.
	hurriedProof = time.Second

	// longProof is how long a proof may take after the run, where one of its last seconds is
	// kept.
	longProof = 200 * time.Millisecond
)

// restored is the best that earlier runs on a dag have found and proved.
type restored struct {
	ops   []model.Op
	cost  model.Cost
	proof *certificate.Certificate // nil for none; its bound holds
}

// restore reads and checks what was saved of a dag: sequences are replayed, and a bound
// counts only with a certificate that holds.
func restore(ctx context.Context, d store.Directory, g *model.Dag) restored {
	ctx, cancel := context.WithTimeout(ctx, restoreTime)
	defer cancel()
	best := restored{cost: model.Saturated}
	names := d.BestRuns(g)
	for _, name := range names[:min(len(names), mostRestored)] {
		content, proof := d.Run(g, name)
		for _, r := range archive.Read(ctx, g, content, proof) {
			if r.Start != (archive.Position{}) {
				continue // it began in the middle
			}
			if found := r.End.Incumbent; found.Cost < best.cost {
				best.ops, best.cost = found.Ops, found.Cost
			}
			if bound := r.End.Bound; bound > 0 && (best.proof == nil || bound > best.proof.Bound) {
				if c, err := certificate.Read(bytes.NewReader(proof)); err == nil && c.Bound == bound {
					best.proof = c
				}
			}
		}
	}
	return best
}

// bound is what is proved; 0 where there is no proof.
func (r restored) bound() model.Cost {
	if r.proof == nil {
		return 0
	}
	return r.proof.Bound
}

// text says in a sentence what a run begins with.
func (r restored) text(file string) string {
	if r.ops == nil {
		return fmt.Sprintf("nothing is saved of %s: the search begins anew", file)
	}
	text := fmt.Sprintf("going on from a total of %s", r.cost)
	if bound := r.bound(); bound > 0 {
		text += fmt.Sprintf("; at least %s is proved", bound)
	}
	return text
}

// saving keeps what a run finds in the state directory.
type saving struct {
	directory store.Directory
	dag       *model.Dag
	run       *planner.Run
	name      string
	always    bool          // also if it is short
	before    restored      // what it went on from
	kept      int           // incumbents that are saved
	keepAt    time.Duration // of the run: when they may be saved again
	carried   bool          // the proof of what it went on from is saved with it
	proved    model.Cost    // what the proof proves that was kept while the run was at work
	proveAt   time.Duration // of the run: when the next one may be kept
	took      time.Duration // to make and keep the last one
	over      chan struct{}
	ended     chan struct{}
	err       error // why something is not saved, the first time
}

// begin saves the best sequence as the run goes.
func (s *saving) begin() {
	s.name, s.over, s.ended = archive.NewName(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(s.ended)
		tick := time.NewTicker(saveEvery)
		defer tick.Stop()
		for {
			select {
			case <-s.over:
				return
			case <-tick.C:
				now := s.run.Snapshot()
				s.look(now)
				s.prove(now)
			}
		}
	}()
}

// look saves what a run at work has found since it was saved last, unless that took long a
// short time ago: sequences of millions of steps take seconds.
func (s *saving) look(now planner.Snapshot) {
	if now.Incumbents <= s.kept || !s.isWorth(now) || now.Elapsed < s.keepAt {
		return
	}
	begun := time.Now()
	s.keep(now)
	s.keepAt = now.Elapsed + archive.SavedPart*time.Since(begun)
}

// provable is what a proof of the run can prove of its best total.
func provable(now planner.Snapshot) model.Cost { return min(now.Provable(), now.Incumbent.Cost) }

// prove keeps the proof of a run at work: what it has proved is there if it is killed.
func (s *saving) prove(now planner.Snapshot) {
	bound, limit := provable(now), s.run.Options().Time
	if s.kept == 0 || bound <= s.proved || bound <= s.before.bound() || now.Elapsed < s.proveAt ||
		limit > 0 && now.Elapsed+s.took > limit {
		return
	}
	begun := time.Now()
	proof := archive.Prove(context.Background(), s.dag, s.found(now))
	if proof != nil && s.directory.KeepProof(s.dag, s.name, proof) == nil {
		s.proved = bound // one that is too large is tried again at the end, which says so
	}
	s.took = time.Since(begun)
	s.proveAt = now.Elapsed + max(archive.LeastBetween, archive.SavedPart*s.took)
}

func (s *saving) isWorth(now planner.Snapshot) bool { return s.always || now.Elapsed >= worthSaving }

func (s *saving) found(now planner.Snapshot) archive.Found {
	return archive.Found{Options: s.run.Options(), End: now, Incumbents: s.run.Incumbents(0)}
}

func (s *saving) keep(now planner.Snapshot) {
	s.kept = now.Incumbents
	content, err := archive.Write(s.dag, s.found(now))
	if err == nil {
		err = s.directory.KeepRun(s.dag, s.name, content)
	}
	if err == nil && !s.carried { // it is killed, perhaps, before it has a proof of its own
		s.carried = true
		if proof := s.before.better(s.dag, now, nil); proof != nil {
			err = s.directory.KeepProof(s.dag, s.name, proof)
		}
	}
	if s.err == nil {
		s.err = err
	}
}

// end saves what the run has come to, with a proof, and reports whether another run can go
// on from there.
func (s *saving) end(ctx context.Context, end planner.Snapshot, certified *certificate.Certificate) bool {
	close(s.over)
	<-s.ended
	if !end.HasIncumbent || end.Incumbent.Cost.IsSaturated() || !s.isWorth(end) {
		return false
	}
	s.keep(end)
	bound := provable(end)
	if isKept := bound <= s.proved || s.took > longProof; !end.Proven && 0 < s.proved && isKept {
		return s.err == nil // to write tens of megabytes again takes a second, which is over
	}
	if ctx.Err() != nil {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), hurriedProof)
		defer cancel()
		ctx = late
	}
	var made []byte
	if certified != nil {
		made, _ = archive.Certificate(certified) // none: the run goes on from what was there
	} else {
		made = archive.Prove(ctx, s.dag, s.found(end))
	}
	proof := s.before.better(s.dag, end, made)
	if proof != nil && s.err == nil {
		s.err = s.directory.KeepProof(s.dag, s.name, proof)
	}
	return s.err == nil && !end.Proven
}

// better gives the proof that was there before, with the sequence that is the best now,
// where it proves more than the new one.
func (r restored) better(g *model.Dag, end planner.Snapshot, proof []byte) []byte {
	if r.proof == nil {
		return proof
	}
	if made, err := certificate.Read(bytes.NewReader(proof)); err == nil && made.Bound >= r.proof.Bound {
		return proof
	}
	c, err := r.with(g, end)
	if err != nil {
		return proof
	}
	text, err := archive.Certificate(c)
	if err != nil {
		return proof
	}
	return text
}

// with is the proof that was there before with the sequence that is the best now.
func (r restored) with(g *model.Dag, end planner.Snapshot) (*certificate.Certificate, error) {
	return certificate.New(g, end.Incumbent.Ops, min(r.proof.Bound, end.Incumbent.Cost), r.proof.Proof)
}
