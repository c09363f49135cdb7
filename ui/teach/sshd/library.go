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
	"facet/ui/draw/style"
	"facet/ui/files"
	"facet/ui/teach/presenter"
)

// library is a guest's library: it has the dags that are served and the samples,
// and no files.
type library struct {
	names []string // the served ones first
	dags  map[string][]byte

	lessons map[string][]byte // the lecturer's own
	keyless bool              // the guest has no key, and nothing is kept of them
}

var _ files.Library = (*library)(nil)

// newLibrary makes a library of dags and lessons.
func newLibrary(served []Served, lessons map[string][]byte) (*library, error) {
	l := &library{dags: make(map[string][]byte), lessons: lessons}
	for _, d := range served {
		var b bytes.Buffer
		if err := format.WriteGraphML(style.EscapedXML(&b), d.Dag); err != nil {
			return nil, fmt.Errorf("%s cannot be served: %w", d.Name, err)
		}
		l.names, l.dags[d.Name] = append(l.names, d.Name), b.Bytes()
	}
	for _, name := range samples.Names() {
		if _, ok := l.dags[name]; ok {
			continue
		}
		content, err := samples.Open(name)
		if err != nil {
			return nil, err
		}
		l.names, l.dags[name] = append(l.names, name), content
	}
	return l, nil
}

// readLessons refuses a lesson that cannot be opened, before a class is there to see it.
func (l *library) readLessons(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(l.lessons)) {
		found, err := presenter.Library{Files: l}.Find(ctx, name+".md")
		if err != nil {
			return err
		}
		if _, mistakes := found.Read(ctx); len(mistakes) > 0 {
			return fmt.Errorf("the lesson %s cannot be served: %w: facet lesson --check lists all mistakes",
				name, mistakes.Err())
		}
	}
	return nil
}

// Open gives a dag from the library.
func (l *library) Open(_ context.Context, name string) (*files.Input, error) {
	content, ok := l.dags[name]
	if !ok {
		return nil, fmt.Errorf("there is no dag %q here: choose one of %s; files cannot be opened over ssh",
			name, strings.Join(l.names, ", "))
	}
	return &files.Input{Name: name, Kind: files.Dag, Content: content}, nil
}

var (
	errNoReading   = errors.New("no file is read over ssh: type operations after :, one at a time")
	errNothingKept = errors.New("no file is written over ssh, and nothing is saved, because you came without a key: ssh-keygen makes one")
	errNoWriting   = errors.New("no file is written over ssh: fetch your sequence with ssh host sequence > my.seq")
)

// Read gives a lesson of the lecturer's, and reads nothing else. One whose name is not
// that of a file does not exist.
func (l *library) Read(_ context.Context, kind files.Kind, name string) (*files.Input, error) {
	if kind != files.Lesson {
		return nil, errNoReading
	}
	if content, ok := l.lessons[strings.TrimSuffix(name, ".md")]; ok {
		return &files.Input{Name: name, Kind: kind, Content: content}, nil
	}
	if !strings.ContainsAny(name, `/\.`) {
		return nil, fs.ErrNotExist
	}
	return nil, errNoReading
}

// Write writes nothing.
func (l *library) Write(context.Context, string, []byte, bool) (string, error) {
	if l.keyless {
		return "", errNothingKept
	}
	return "", errNoWriting
}

// Samples lists what Open knows.
func (l *library) Samples() []string { return slices.Clone(l.names) }
