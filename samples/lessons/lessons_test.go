package lessons_test

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"facet/model/format"
	"facet/samples"
	"facet/samples/lessons"
)

func TestNames(t *testing.T) {
	files, err := fs.Glob(lessons.FS, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(lessons.Names()) {
		t.Errorf("there are %d files and %d names", len(files), len(lessons.Names()))
	}
	for _, name := range lessons.Names() {
		if !slices.Contains(files, name+".md") {
			t.Errorf("%s has no file", name)
		}
	}
	_, err = lessons.Open("tiger")
	if err == nil || !strings.HasPrefix(err.Error(),
		`no lesson is called "tiger": there are paths, rules, `) {
		t.Errorf("got %v", err)
	}
}

func TestDagsAreWhatWeWrite(t *testing.T) {
	files, err := fs.Glob(lessons.FS, "*.xml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if slices.Contains(samples.Names(), strings.TrimSuffix(file, ".xml")) {
			t.Errorf("%s is called like a sample", file)
		}
		text, err := fs.ReadFile(lessons.FS, file)
		if err != nil {
			t.Fatal(err)
		}
		g, err := format.Read(file, bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		var written bytes.Buffer
		if err := format.WriteGraphML(&written, g); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(text, written.Bytes()) {
			t.Errorf("%s is not what writing its dag gives", file)
		}
	}
}
