package store

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/google/renameio/v2/maybe"

	"facet/model"
	"facet/model/session"
)

// Saver writes one session in the background, always its latest state. It is
// safe to call from one goroutine while another waits in Close.
type Saver struct {
	path    string
	replace string // the file that this session was resumed from

	mutex   sync.Mutex
	waiting []byte
	err     error
	closed  bool
	wake    chan struct{}
	done    chan struct{}
}

// NewSaver starts a file for a session of this dag. resumed is the path of the
// file it was resumed from, empty for a new one; that file is deleted once the
// new one holds all that it held.
func (p Place) NewSaver(g *model.Dag, resumed string) *Saver {
	name := fmt.Sprintf("%s-%s-%s-%d.json", fileName(g.Name), fingerprint(g), time.Now().UTC().Format("20060102T150405.000000000"), os.Getpid())
	s := &Saver{
		path: filepath.Join(p.sessions(), name), replace: resumed,
		wake: make(chan struct{}, 1), done: make(chan struct{}),
	}
	go s.run()
	return s
}

// Path is the file that the session is saved in.
func (s *Saver) Path() string { return s.path }

// Save hands over the session as it is now. Only the encoding is done at once;
// it returns what went wrong with the saving before, if anything did.
func (s *Saver) Save(session *session.Session) error {
	content, err := encode(session, time.Now())
	if err != nil {
		return err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.closed {
		return fmt.Errorf("the session is closed and can no longer be saved")
	}
	s.waiting = content
	select {
	case s.wake <- struct{}{}:
	default:
	}
	err = s.err
	s.err = nil
	return err
}

// Close waits until the last state is on the disk.
func (s *Saver) Close() error {
	s.mutex.Lock()
	if !s.closed {
		s.closed = true
		close(s.wake)
	}
	s.mutex.Unlock()
	<-s.done
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.err
}

func (s *Saver) run() {
	defer close(s.done)
	for range s.wake {
		s.write()
	}
	s.write()
}

func (s *Saver) write() {
	s.mutex.Lock()
	content := s.waiting
	s.waiting = nil
	s.mutex.Unlock()
	if content == nil {
		return
	}
	err := writeFile(s.path, content)
	if err == nil && s.replace != "" {
		_ = os.Remove(s.replace)
		s.replace = ""
	}
	if err != nil {
		s.mutex.Lock()
		s.err = err
		s.mutex.Unlock()
	}
}

// writeFile replaces a file of the place as a whole.
func writeFile(path string, content []byte) error {
	if err := makeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	if err := maybe.WriteFile(path, content, 0o600); err != nil {
		return fmt.Errorf("the session cannot be saved: %w", err)
	}
	return nil
}
