// Package found keeps in files what the searches of a class have found, so that a server that
// was killed goes on from there. It knows no ssh.
package found

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"facet/model"
	"facet/planner"
	"facet/planner/certificate"
	"facet/ui/draw/style"
	"facet/ui/files"
	"facet/ui/files/archive"
	"facet/ui/teach/class"
)

// Folder has what the class's searches have found: the best sequence of each, whenever there
// is a better one, and a certificate of the lower bound, as the search goes and at its end.
// What is there is never replaced by less.
type Folder struct {
	Dir   string
	Named func(dag string) string        // a dag's name as part of a file's name
	Note  func(what string, more ...any) // something was written
	Wrong func(what string, more ...any) // something was not, said once

	search    *class.Search
	kept      string // the name of the last sequence's file, without its end
	certified proof  // the last certificate that was written
	unwritten *proof // one that could not be
	proven    bool   // that of the end is there
	provedAt  time.Duration
	took      time.Duration
	said      string // why something is not written

	mutex  sync.Mutex // held while a file is written
	closed bool
}

// proof is a certificate, the name of its file without its end, and what it proves.
type proof struct {
	name  string
	text  []byte
	bound model.Cost
}

// Certificates of a search at work are made seldom: each takes time from it.
const (
	provesApart = 5 * time.Second
	proofPart   = 20
)

// prefix begins the names of a dag's files.
func (f *Folder) prefix(g *model.Dag) string {
	return fmt.Sprintf("%s-%s-", f.Named(g.Name), g.Fingerprint()[:8])
}

const (
	sequenceEnd    = ".seq"
	certificateEnd = ".certificate.json"
)

// Keep writes what is new. At the end of all, a certificate is of what was proved so far.
func (f *Folder) Keep(ctx context.Context, s *class.Search, last bool) {
	if f.unwritten != nil && !f.certify(*f.unwritten) || s == nil {
		return
	}
	if f.search != s {
		f.search, f.kept, f.certified, f.proven, f.provedAt = s, "", proof{}, false, 0
	}
	found, ok := s.Found()
	if !ok {
		return
	}
	name := fmt.Sprintf("%s%d", f.prefix(found.Dag), found.Total)
	if name != f.kept {
		text, err := Text(found)
		if !f.write(name+sequenceEnd, []byte(text), err) {
			return
		}
		if f.kept != "" { // of the same search, and worse
			_ = os.Remove(filepath.Join(f.Dir, f.kept+sequenceEnd))
		}
		f.kept = name
	}
	end := last || found.Ended
	if !found.Fresh || f.proven || !end && !f.worthProving(found) {
		return
	}
	begun := time.Now()
	text, bound, err := f.certificate(ctx, found, end)
	f.took, f.proven = time.Since(begun), end
	switch {
	case err == nil:
		f.certify(proof{name, text, bound})
	case end:
		f.Wrong("no certificate", "of", name, "why", err)
	}
}

// worthProving reports whether a search at work has proved more than is kept, some time after
// the last certificate.
func (f *Folder) worthProving(found class.Found) bool {
	at := found.Snapshot.Elapsed
	if min(found.Snapshot.Provable(), found.Total) <= f.certified.bound ||
		at < f.provedAt+max(provesApart, proofPart*f.took) {
		return false
	}
	f.provedAt = at
	return true
}

// certify writes a certificate in the place of the one before of the same search; false where
// that fails, which is tried again.
func (f *Folder) certify(p proof) bool {
	if !f.write(p.name+certificateEnd, p.text, nil) {
		f.unwritten = &p
		return false
	}
	if before := f.certified.name; before != "" && before != p.name { // it proves less
		_ = os.Remove(filepath.Join(f.Dir, before+certificateEnd))
	}
	f.certified, f.unwritten = p, nil
	f.certified.text = nil
	return true
}

// Certificate is a certificate of what was found. Where a kept one of the dag proves more, it
// has that one's proof.
func (f *Folder) Certificate(ctx context.Context, found class.Found) ([]byte, error) {
	text, _, err := f.certificate(ctx, found, true)
	return text, err
}

// certificate is Certificate with what it proves, at the end of a search or, of one at work,
// with what was proved so far.
func (f *Folder) certificate(ctx context.Context, found class.Found, end bool) (text []byte, bound model.Cost,
	err error) {
	var c *certificate.Certificate
	if kept := f.highest(found.Dag); kept != nil && kept.Bound >= min(found.Snapshot.Provable(),
		found.Total) {
		c, err = certificate.New(found.Dag, found.Ops, min(kept.Bound, found.Total), kept.Proof)
	} else if end {
		c, err = planner.Certify(ctx, found.Dag, found.Snapshot)
	} else {
		c, err = planner.Standing(found.Dag, found.Snapshot)
	}
	if err != nil {
		return nil, 0, err
	}
	text, err = archive.Certificate(c)
	return text, c.Bound, err
}

// of reads a dag's files with an end that are kept, the one with the lowest total first.
func (f *Folder) of(g *model.Dag, end string) (all [][]byte) {
	entries, _ := os.ReadDir(f.Dir)
	total := make(map[string]int64)
	for _, e := range entries {
		text, ours := strings.CutPrefix(e.Name(), f.prefix(g))
		text, such := strings.CutSuffix(text, end)
		if n, err := strconv.ParseInt(text, 10, 64); ours && such && err == nil {
			total[e.Name()] = n
		}
	}
	var names []string
	for name := range total {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(total[a], total[b]) })
	for _, name := range names {
		if content, err := files.ReadFile(filepath.Join(f.Dir, name)); err == nil {
			all = append(all, content)
		}
	}
	return all
}

// highest is the kept certificate of a dag that proves most; nil for none that holds.
func (f *Folder) highest(g *model.Dag) (best *certificate.Certificate) {
	for _, content := range f.of(g, certificateEnd) {
		c, err := certificate.Read(bytes.NewReader(content))
		if err != nil || best != nil && c.Bound <= best.Bound {
			continue
		}
		if _, err := certificate.Verify(g, c); err == nil {
			best = c
		}
	}
	return best
}

// Before is what a search of a dag can begin with: the cheapest sequence that is kept, replayed
// and proved, and the highest bound with a certificate that holds.
func (f *Folder) Before(g *model.Dag) (ops []model.Op, total, bound model.Cost) {
	for _, content := range f.of(g, sequenceEnd) {
		read, end, err := model.ReadSequence(model.NewState(g), bytes.NewReader(content))
		if err == nil && end.Done() && !end.Spent().IsSaturated() && model.Prove(g, read) == nil {
			ops, total = read, end.Spent()
			break
		}
	}
	if c := f.highest(g); c != nil {
		bound = c.Bound
	}
	return ops, total, bound
}

// Close has nothing written from then on, whatever is under way. It is safe for concurrent use.
func (f *Folder) Close() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.closed = true
}

// write writes a file, unless there is an error already, and notes what happened.
func (f *Folder) write(name string, content []byte, err error) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.closed {
		return false
	}
	path := filepath.Join(f.Dir, name)
	if err == nil {
		err = os.MkdirAll(f.Dir, 0o700)
	}
	if err == nil {
		err = files.Reason(files.Replace(path, content, 0o600))
	}
	if err != nil {
		if said := fmt.Sprint(path, err); f.said != said {
			f.said = said
			f.Wrong("not saved", "file", path, "err", err)
		}
		return false
	}
	f.said = ""
	f.Note("found", "file", path)
	return true
}

// Text is the sequence as a file, with a remark above it.
func Text(f class.Found) (string, error) {
	text, err := f.Sequence()
	remark := fmt.Sprintf("# %s, total %d, lower bound %d, found by the search of %s, %s\n",
		style.Printable(f.Dag.Name), f.Total, f.Bound,
		style.Printable(f.Leader), time.Now().Format("2 January 2006 15:04"))
	return remark + text, err
}
