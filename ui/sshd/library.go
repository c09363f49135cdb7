package sshd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"facet/model/format"
	"facet/samples"
	"facet/ui/files"
	"facet/ui/lesson"
	"facet/ui/style"
)

// library is a guest's library: it has the dags that are served and the samples,
// and no file of anybody's.
type library struct {
	names []string // the served ones first
	dags  map[string][]byte

	lessons map[string][]byte // the lecturer's own
	keyless bool              // the guest has no key, and nothing is kept of them
}

var _ files.Library = (*library)(nil)

// newLibrary makes a library of dags and lessons.
func newLibrary(served []Served, lessons map[string][]byte) (*library, error) {
	s := &library{dags: make(map[string][]byte), lessons: lessons}
	for _, d := range served {
		var b bytes.Buffer
		if err := format.WriteGraphML(style.EscapedXML(&b), d.Dag); err != nil {
			return nil, fmt.Errorf("%s cannot be served: %w", d.Name, err)
		}
		s.names, s.dags[d.Name] = append(s.names, d.Name), b.Bytes()
	}
	for _, name := range samples.Names() {
		if _, ok := s.dags[name]; ok {
			continue
		}
		content, err := samples.Open(name)
		if err != nil {
			return nil, err
		}
		s.names, s.dags[name] = append(s.names, name), content
	}
	return s, nil
}

// readLessons refuses a lesson that nobody could open, before a class is there to see it.
func (s *library) readLessons(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(s.lessons)) {
		found, err := lesson.Library{Files: s}.Find(ctx, name+".md")
		if err != nil {
			return err
		}
		if _, mistakes := found.Read(ctx); len(mistakes) > 0 {
			return fmt.Errorf("the lesson %s cannot be served: %w: facet lesson --check lists all mistakes", name, mistakes.Err())
		}
	}
	return nil
}

// Open gives a dag from the library.
func (s *library) Open(_ context.Context, name string) (*files.Input, error) {
	content, ok := s.dags[name]
	if !ok {
		return nil, fmt.Errorf("there is no dag %q here: choose one of %s; files cannot be opened over ssh", name, strings.Join(s.names, ", "))
	}
	return &files.Input{Name: name, Kind: files.Dag, Content: content}, nil
}

var (
	errNoReading   = errors.New("no file is read over ssh: type operations after :, one at a time")
	errNothingKept = errors.New("no file is written over ssh, and nothing is saved, because you came without a key: ssh-keygen makes one")
	errNoWriting   = errors.New("no file is written over ssh: fetch your sequence with ssh host sequence > my.seq")
)

// Read gives a lesson of the lecturer's, and reads nothing else. One whose name is none
// of a file is merely not there.
func (s *library) Read(_ context.Context, kind files.Kind, name string) (*files.Input, error) {
	if kind != files.Lesson {
		return nil, errNoReading
	}
	if content, ok := s.lessons[strings.TrimSuffix(name, ".md")]; ok {
		return &files.Input{Name: name, Kind: kind, Content: content}, nil
	}
	if !strings.ContainsAny(name, `/\.`) {
		return nil, fs.ErrNotExist
	}
	return nil, errNoReading
}

// Write writes nothing.
func (s *library) Write(context.Context, string, []byte, bool) (string, error) {
	if s.keyless {
		return "", errNothingKept
	}
	return "", errNoWriting
}

// Samples lists what Open knows.
func (s *library) Samples() []string { return slices.Clone(s.names) }
