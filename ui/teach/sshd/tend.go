package sshd

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"facet/ui/files"
	"facet/ui/teach/found"
)

// How often what was found and reached is written, what is counted, and old places are
// looked for.
const (
	keepsApart  = time.Second
	countsApart = time.Minute
	sweepsApart = time.Hour
	lastProof   = 500 * time.Millisecond // for a certificate at the end, and what is waited for it
	lastWait    = 900 * time.Millisecond
)

// tend does what has to be done as long as the class is open: it writes what searches have
// found and what people have reached, and counts. It returns when all is written.
func (s *Server) tend(asked <-chan os.Signal) {
	defer s.recovered("keeping")
	kept := s.finds()
	over := s.keepFound(kept)
	keep, count, sweep := time.NewTicker(keepsApart), time.NewTicker(countsApart), time.NewTicker(sweepsApart)
	defer keep.Stop()
	defer count.Stop()
	defer sweep.Stop()
	for {
		select {
		case <-keep.C:
			s.keepResults()
		case <-count.C:
			s.count()
		case <-asked:
			s.count()
		case <-sweep.C:
			s.places.expire(time.Now(), s.sessions.here)
		case <-s.ctx.Done():
			s.keepResults()
			s.count()
			select {
			case <-over:
			case <-time.After(lastWait): // the end waits no longer
				kept.Close()
				s.log.note(slog.LevelError, "no certificate", "why",
					"it takes too long: facet solve --certificate makes one")
			}
			return
		}
	}
}

// keepFound writes what searches find, beside all else: a certificate may take its time. What it
// gives is closed when the class is over and all is written.
func (s *Server) keepFound(kept *found.Folder) <-chan struct{} {
	over := make(chan struct{})
	go func() {
		defer close(over)
		defer s.recovered("keeping what was found")
		keep := time.NewTicker(keepsApart)
		defer keep.Stop()
		for {
			select {
			case <-keep.C:
				kept.Keep(s.ctx, s.class.Searching(), false)
			case <-s.ctx.Done():
				ctx, cancel := context.WithTimeout(context.Background(), lastProof)
				defer cancel()
				kept.Keep(ctx, s.class.Searching(), true)
				return
			}
		}
	}()
	return over
}

// finds is the folder with what the class's searches have found.
func (s *Server) finds() *found.Folder {
	return &found.Folder{
		Dir: filepath.Join(s.options.State, "found"), Named: fileName,
		Note:  func(what string, more ...any) { s.log.note(slog.LevelInfo, what, more...) },
		Wrong: func(what string, more ...any) { s.log.note(slog.LevelError, what, more...) },
	}
}

// count writes what there is now, and what has happened so far.
func (s *Server) count() {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	s.mutex.Lock()
	connections := len(s.connections)
	s.mutex.Unlock()
	browsers := 0
	if s.web != nil {
		browsers = s.web.Looks()
	}
	s.log.counters("connections", connections, "sessions", s.class.Here(), "browsers", browsers,
		"queue",
		s.pool.Waiting(), "pictures", s.shared.Made(),
		"goroutines", runtime.NumGoroutine(), "heap-MB", memory.HeapAlloc>>20, "system-MB", memory.Sys>>20)
}

// keepResults writes what people have reached, where that is new. What cannot be written
// is tried again.
func (s *Server) keepResults() {
	text := resultsText(s.class.Results())
	if bytes.Equal(text, s.written) {
		return
	}
	err := os.MkdirAll(filepath.Dir(s.results), 0o700)
	if err == nil {
		err = files.Replace(s.results, text, 0o600)
	}
	if err != nil {
		s.log.note(slog.LevelError, "not saved", "file", s.results, "err", err)
		s.class.Unsaved(cause(err))
		return
	}
	s.written = text
}
