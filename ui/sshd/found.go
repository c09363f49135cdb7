package sshd

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"facet/planner"
	"facet/ui/class"
	"facet/ui/files"
	"facet/ui/style"

	"github.com/charmbracelet/log"
)

// finds writes what the class's searches have found into a folder: the best sequence
// whenever there is a better one, and a certificate of the lower bound at the end.
type finds struct {
	dir string
	log *journal

	search  *class.Search
	kept    string        // the name of the last file, without its end
	proven  string        // the last for which there is a certificate, or one is being made
	proving chan struct{} // closed when it is there
}

// keep writes what is new. last tells that there is no time left: a certificate is then
// of what was proved so far.
func (f *finds) keep(ctx context.Context, s *class.Search, last bool) {
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
		f.write(name+".seq", []byte(foundText(found)))
		if f.kept != "" { // of the same search, and worse
			_ = os.Remove(filepath.Join(f.dir, f.kept+".seq"))
		}
		f.kept = name
	}
	if f.proven != name && found.Fresh && (last || found.Ended) {
		f.proven, f.proving = name, make(chan struct{})
		go f.prove(ctx, found, name, f.proving)
	}
	if !last || f.proving == nil {
		return
	}
	select {
	case <-f.proving:
	case <-time.After(lastWait): // the end waits for nobody
		f.log.note(log.ErrorLevel, "no certificate", "of", name, "why", "it takes too long: facet solve --certificate makes one")
	}
}

// prove writes a certificate beside everything else. It ends with the context, on a large
// dag a little later.
func (f *finds) prove(ctx context.Context, found class.Found, name string, done chan<- struct{}) {
	defer close(done)
	proof, err := proofOf(ctx, found)
	if err != nil {
		f.log.note(log.ErrorLevel, "no certificate", "of", name, "why", err)
		return
	}
	f.write(name+".certificate.json", proof)
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
func foundText(f class.Found) string {
	remark := fmt.Sprintf("# %s, total %d, lower bound %d, found by the search of %s, %s\n", style.Printable(f.Dag.Name), f.Total, f.Bound,
		style.Printable(f.Leader), time.Now().Format("2 January 2006 15:04"))
	return remark + strings.TrimSuffix(f.Sequence, "\n") + "\n"
}
