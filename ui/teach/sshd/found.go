package sshd

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/files"
	"facet/ui/teach/class"

	"github.com/charmbracelet/log"
)

// finds writes what the class's searches have found into a folder: the best sequence
// whenever there is a better one, and a certificate of the lower bound at the end.
type finds struct {
	dir string
	log *journal

	search  *class.Search
	kept    string       // the name of the last file, without its end
	proven  string       // the last for which there is a certificate, or one is being made
	proving []chan proof // each gets one
}

// proof is the certificate of what was found, or why there is none.
type proof struct {
	name string
	text []byte
	err  error
}

// keep writes what is new. With late there is no time left but until then: a certificate
// is of what was proved so far.
func (f *finds) keep(ctx context.Context, s *class.Search, late <-chan time.Time) {
	defer f.collect(late)
	if s == nil {
		return
	}
	if f.search != s {
		f.search, f.kept, f.proven = s, "", ""
	}
	found, ok := s.Found()
	if !ok {
		return
	}
	name := fmt.Sprintf("%s-%s-%d", fileName(found.Dag.Name), found.Dag.Fingerprint()[:8], found.Total)
	if name != f.kept {
		text, err := foundText(found)
		if err != nil {
			f.log.note(log.ErrorLevel, "not saved", "what", name, "err", err)
			return
		}
		f.write(name+".seq", []byte(text))
		if f.kept != "" { // of the same search, and worse
			_ = os.Remove(filepath.Join(f.dir, f.kept+".seq"))
		}
		f.kept = name
	}
	if f.proven != name && found.Fresh && (late != nil || found.Ended) {
		f.proven = name
		one := make(chan proof, 1)
		f.proving = append(f.proving, one)
		go func() { // it ends with the context, on a large dag a little later
			text, err := proofOf(ctx, found)
			one <- proof{name, text, err}
		}()
	}
}

// collect writes the certificates that are there. With late it waits so long for the
// others, and nothing is written after it.
func (f *finds) collect(late <-chan time.Time) {
	var rest []chan proof
	for _, one := range f.proving {
		select {
		case p := <-one:
			f.certify(p)
			continue
		default:
		}
		if late == nil {
			rest = append(rest, one)
			continue
		}
		select {
		case p := <-one:
			f.certify(p)
		case <-late: // the end waits no longer
			f.log.note(log.ErrorLevel, "no certificate", "why", "it takes too long: facet solve --certificate makes one")
			return
		}
	}
	f.proving = rest
}

// certify writes a certificate beside everything else.
func (f *finds) certify(p proof) {
	if p.err != nil {
		f.log.note(log.ErrorLevel, "no certificate", "of", p.name, "why", p.err)
		return
	}
	f.write(p.name+".certificate.json", p.text)
}

// proofOf is the certificate of what was found.
func proofOf(ctx context.Context, found class.Found) ([]byte, error) {
	var text bytes.Buffer
	err := planner.WriteCertificate(ctx, style.EscapedJSON(&text), found.Dag, found.Snapshot)
	return text.Bytes(), err
}

func (f *finds) write(name string, content []byte) {
	path := filepath.Join(f.dir, name)
	err := os.MkdirAll(f.dir, 0o700)
	if err == nil {
		err = files.Replace(path, content, 0o600)
	}
	if err != nil {
		f.log.note(log.ErrorLevel, "not saved", "file", path, "err", err)
		return
	}
	f.log.note(log.InfoLevel, "found", "file", path)
}

// foundText is the sequence as a file, with a remark above it.
func foundText(f class.Found) (string, error) {
	text, err := f.Sequence()
	remark := fmt.Sprintf("# %s, total %d, lower bound %d, found by the search of %s, %s\n", style.Printable(f.Dag.Name), f.Total, f.Bound,
		style.Printable(f.Leader), time.Now().Format("2 January 2006 15:04"))
	return remark + text, err
}
