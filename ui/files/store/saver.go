package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"facet/model"
	"facet/model/session"
)

// Saver writes the sessions of one explorer in the background, each to its own file and
// always in its latest state. A session that cannot be written is kept and tried again,
// even after another session has begun. A Saver is safe for concurrent use.
type Saver struct {
	directory Directory
	wake      chan struct{} // signals something new to write, or the end
	news      chan struct{}
	done      chan struct{}

	mutex   sync.Mutex
	files   []*savedSession // unwritten ones, and the current one last
	trouble error           // of the last attempt, nil after a success
	told    error           // the error that Trouble returned last
	closed  bool
	tried   chan struct{} // closed after the next attempt to write
}

// savedSession is a session and its file.
type savedSession struct {
	path     string
	print    string
	resumed  string   // the file that it continues
	past     []string // its files on the dags before changes
	waiting  *pending
	revision uint64 // what is on the disk
}

// Status says what is on the disk.
type Status struct {
	Revision uint64 // of the current session when it was last written
	Saved    bool   // everything passed to Save is on the disk
	Err      error  // error of the last attempt, nil after a success
}

// Pauses between attempts to write.
const (
	firstRetry = 250 * time.Millisecond
	lastRetry  = 30 * time.Second
)

// NewSaver makes a saver that has no session yet.
func (d Directory) NewSaver() *Saver {
	s := &Saver{directory: d, wake: make(chan struct{}, 1), news: make(chan struct{}, 1),
		done: make(chan struct{}), tried: make(chan struct{})}
	go s.run()
	return s
}

// Begin starts a file for a session of this dag; the session before is finished in the
// background. resumed is the path of the file that the new session continues, empty for
// none; if it is in this directory, it is removed once the new file holds everything in
// it.
func (s *Saver) Begin(g *model.Dag, resumed string) {
	print := fingerprint(g)
	name := fmt.Sprintf("%s-%s-%s-%d-%.6s.json", fileName(g.Name), print,
		time.Now().UTC().Format("20060102T150405.000000000"), os.Getpid(), rand.Text())
	if dir := filepath.Dir(resumed); dir != s.directory.sessions() && dir != s.directory.discarded() {
		resumed = ""
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.files = append(s.unwritten(), &savedSession{path: filepath.Join(s.directory.sessions(), name),
		print: print, resumed: resumed})
}

// Change starts a file for the current session on a changed dag. The file before is
// removed once the new one is on the disk.
func (s *Saver) Change(g *model.Dag) {
	var resumed string
	var past []string
	s.mutex.Lock()
	if len(s.files) > 0 {
		before := s.files[len(s.files)-1]
		s.files = s.files[:len(s.files)-1]
		resumed, past = before.resumed, append(slices.Clone(before.past), before.path)
	}
	s.mutex.Unlock()
	s.Begin(g, resumed)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.files[len(s.files)-1].past = past
}

// unwritten lists the files with something left to write.
func (s *Saver) unwritten() []*savedSession {
	var all []*savedSession
	for _, f := range s.files {
		if f.waiting != nil {
			all = append(all, f)
		}
	}
	return all
}

// Path is the file of the current session; empty before Begin.
func (s *Saver) Path() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.files) == 0 {
		return ""
	}
	return s.files[len(s.files)-1].path
}

// Save takes the current session as it is now and returns at once.
func (s *Saver) Save(current *session.Session) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.closed || len(s.files) == 0 {
		return
	}
	f := s.files[len(s.files)-1]
	f.waiting = newPending(current, f.print)
	signal(s.wake)
}

// signal sends without blocking.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Status returns what is on the disk.
func (s *Saver) Status() Status {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	status := Status{Saved: true, Err: s.trouble}
	for _, f := range s.files {
		status.Saved = status.Saved && f.waiting == nil
		status.Revision = f.revision
	}
	return status
}

// Wait returns when everything passed to Save is on the disk, or when an attempt to write it
// has failed.
func (s *Saver) Wait() {
	for {
		s.mutex.Lock()
		over, tried := len(s.unwritten()) == 0 || s.trouble != nil, s.tried
		s.mutex.Unlock()
		if over {
			return
		}
		select {
		case <-tried:
		case <-s.done:
			return
		}
	}
}

// Changed receives a value when Trouble has something new to report. Close closes it.
func (s *Saver) Changed() <-chan struct{} { return s.news }

// Trouble returns the error that prevents saving, once for each new error; over is true
// if an earlier one has ended. Both are zero where nothing is new.
func (s *Saver) Trouble() (err error, over bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	switch {
	case s.trouble == nil && s.told != nil:
		s.told = nil
		return nil, true
	case s.trouble != nil && (s.told == nil || s.told.Error() != s.trouble.Error()):
		s.told = s.trouble
		return s.trouble, false
	}
	return nil, false
}

// Close tries a last time to write what is not on the disk, and waits. The error says
// what is lost.
func (s *Saver) Close() error {
	s.mutex.Lock()
	if !s.closed {
		s.closed = true
		signal(s.wake)
	}
	s.mutex.Unlock()
	<-s.done
	return s.Status().Err
}

func (s *Saver) run() {
	defer close(s.done)
	defer close(s.news)
	wait := firstRetry
	for {
		again := time.NewTimer(wait)
		if s.Status().Err == nil {
			again.Stop()
		}
		select {
		case <-s.wake:
		case <-again.C:
			wait = min(2*wait, lastRetry)
		}
		again.Stop()
		s.mutex.Lock()
		last := s.closed
		s.mutex.Unlock()
		if s.write() == nil {
			wait = firstRetry
		}
		if last {
			return
		}
	}
}

// write writes what is pending and records the outcome.
func (s *Saver) write() error {
	s.mutex.Lock()
	files := s.unwritten()
	s.mutex.Unlock()
	var trouble error
	for _, f := range files {
		trouble = errors.Join(trouble, s.writeOne(f))
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.trouble = trouble
	close(s.tried)
	s.tried = make(chan struct{})
	if (trouble == nil) != (s.told == nil) {
		signal(s.news)
	}
	return trouble
}

func (s *Saver) writeOne(f *savedSession) error {
	s.mutex.Lock()
	waiting, resumed, past, first := f.waiting, f.resumed, f.past, f.revision == 0
	s.mutex.Unlock()
	var err error
	if first && resumed == "" {
		err = s.directory.full()
	}
	if err == nil {
		waiting.follow(s.directory.sessions())
		err = s.directory.writeBy(f.path, waiting.write)
	}
	if err != nil {
		return fmt.Errorf("the session on %s cannot be saved: %w", waiting.about.Dag, err)
	}
	dated(f.path, waiting.about.When)
	if resumed != "" {
		s.directory.supersede(resumed, waiting.content)
	}
	for _, past := range past {
		_ = os.Remove(past) // an error is ignored: the file may never have been written
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	f.resumed, f.past = "", nil
	if f.waiting == waiting {
		f.waiting = nil
	}
	f.revision = waiting.revision
	return nil
}
