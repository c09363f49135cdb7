package presenter

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"facet/model"
	"facet/model/format"
	"facet/model/teach/lesson"
	"facet/samples"
	"facet/samples/lessons"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/files"
	"facet/ui/files/store"
	ask "facet/ui/teach/puzzle"
)

// Library is where lessons are found: those that come with facet, and files.
type Library struct {
	Files     files.Library
	Directory *store.Directory // of what was reached; nil keeps nothing
	// Puzzles says what keeps what came of puzzles in lessons, and what judges there.
	Puzzles ask.Library
}

// LibraryIn is the library of an explorer that runs in these surroundings.
func LibraryIn(around layer.Surroundings) Library {
	return Library{Files: around.Files, Directory: around.Directory,
		Puzzles: ask.Library{Directory: around.Directory}}
}

// Found is a lesson's text and where it is from.
type Found struct {
	Name    string // by which it is asked for again
	Key     string // by which it is remembered, wherever it is asked for
	Text    []byte
	Shipped bool

	files files.Library
	dir   string // of the dags beside it
}

// Find gives the lesson of that name: a lesson of facet by its name or a part of it,
// else a file.
func (l Library) Find(ctx context.Context, name string) (*Found, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return nil, fmt.Errorf("a lesson's name is missing: there are %s",
			strings.Join(lessons.Names(), ", "))
	case isPath(name):
		return l.file(ctx, name)
	}
	if full, err := shipped(name); full != "" || err != nil {
		if err != nil {
			return nil, err
		}
		text, err := lessons.Open(full)
		return &Found{Name: full, Key: full, Text: text, Shipped: true}, err
	}
	found, err := l.file(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = lessons.Open(name)
	}
	return found, err
}

// isPath tells a file from a name.
func isPath(name string) bool {
	return name == files.Standard || strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, ".md")
}

// shipped gives the full name of a lesson of facet; empty for none.
func shipped(name string) (string, error) {
	var fit []string
	for _, full := range lessons.Names() {
		if full == name {
			return full, nil
		}
		if strings.Contains(full, strings.ToLower(name)) {
			fit = append(fit, full)
		}
	}
	switch len(fit) {
	case 0:
		return "", nil
	case 1:
		return fit[0], nil
	}
	return "", fmt.Errorf("%q can be %s: write one of them", style.Printable(name), strings.Join(fit, " or "))
}

func (l Library) file(ctx context.Context, name string) (*Found, error) {
	in, err := l.Files.Read(ctx, files.Lesson, name)
	if err != nil {
		return nil, err
	}
	key, err := filepath.Abs(cmp.Or(in.Path, name))
	if err != nil {
		key = name
	}
	return &Found{Name: name, Key: key, Text: in.Content, files: l.Files, dir: filepath.Dir(in.Path)}, nil
}

// Read makes a course of the lesson. Mistakes are those of its text; a course that
// has any may not be presented.
func (f *Found) Read(ctx context.Context) (*lesson.Course, lesson.Mistakes) {
	l, mistakes := lesson.Read(f.Text)
	if l == nil {
		return nil, mistakes
	}
	course, more := lesson.Play(l, func(name string) (*model.Dag, error) { return f.dag(ctx, name) })
	all := slices.Concat(mistakes, more)
	slices.SortStableFunc(all, func(a, b lesson.Mistake) int { return a.Line - b.Line })
	return course, all
}

// dag opens what a lesson names: a sample, or a file that lies with the lesson and
// nowhere else, since lessons come from strangers.
func (f *Found) dag(ctx context.Context, name string) (*model.Dag, error) {
	if slices.Contains(samples.Names(), name) {
		text, err := samples.Open(name)
		if err != nil {
			return nil, err
		}
		return format.Read(name, bytes.NewReader(text))
	}
	switch {
	case !strings.Contains(name, "."):
		_, err := samples.Open(name)
		return nil, err
	case !filepath.IsLocal(name):
		return nil, fmt.Errorf("%s is not in the folder of the lesson", style.Printable(name))
	case f.Shipped:
		text, err := lessons.FS.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("there is no file %s in the lessons", style.Printable(name))
		}
		return format.Read(name, bytes.NewReader(text))
	}
	in, err := f.files.Read(ctx, files.Dag, filepath.Join(f.dir, name))
	if err != nil {
		return nil, err
	}
	return in.Dag(ctx)
}

// front is a lesson's front matter: the list is made while the user types.
func front(text []byte) []byte {
	const rule = "\n---\n"
	if end := bytes.Index(text, []byte(rule)); end >= 0 {
		return text[:end+len(rule)]
	}
	return text
}

// Listed is a lesson of facet with what was reached in it.
type Listed struct {
	Name, Title, About string
	Begun              bool
	Reached            store.Lesson
}

// Standing says how far the user came; empty where the lesson was not begun.
func (l *Listed) Standing() string {
	switch {
	case !l.Begun:
		return ""
	case l.Reached.Best >= l.Reached.Pages:
		return "read"
	}
	return fmt.Sprintf("page %d of %d", l.Reached.Page, l.Reached.Pages)
}

// List gives the lessons of facet in their order.
func (l Library) List() ([]Listed, error) {
	var all []Listed
	for _, name := range lessons.Names() {
		text, err := lessons.Open(name)
		if err != nil {
			return nil, err
		}
		read, mistakes := lesson.Read(front(text))
		if read == nil {
			return nil, fmt.Errorf("%s: %w", name, mistakes.Err())
		}
		one := Listed{Name: name, Title: read.Title, About: read.About}
		if l.Directory != nil {
			one.Reached, one.Begun = l.Directory.Lesson(name)
		}
		all = append(all, one)
	}
	return all, nil
}
