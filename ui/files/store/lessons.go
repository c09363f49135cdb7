package store

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
)

// Lesson is the user's progress in a lesson.
type Lesson struct {
	Page  int `json:"page"`  // the page shown last, from 1
	Pages int `json:"pages"` // number of pages at that time
	Best  int `json:"best"`  // the farthest page
}

// mostLessonBytes is the largest file of a lesson's progress that is read.
const mostLessonBytes = 1 << 16

// lesson is the file for the lesson with this key, which is a name or a path.
func (d Directory) lesson(key string) string {
	sum := sha256.Sum256([]byte(key))
	name := strings.TrimSuffix(filepath.Base(key), ".md")
	return filepath.Join(d.dir, "lessons", fmt.Sprintf("%s-%x.json", fileName(name), sum[:8]))
}

// Lesson returns the progress in a lesson; false if the lesson was never opened, or the
// file cannot be read.
func (d Directory) Lesson(key string) (Lesson, bool) {
	var l Lesson
	if !d.read(d.lesson(key), mostLessonBytes, &l) || l.Page < 1 || l.Pages < 1 {
		return Lesson{}, false
	}
	return l, true
}

// KeepLesson writes the progress in a lesson.
func (d Directory) KeepLesson(key string, l Lesson) error {
	if err := d.write(d.lesson(key), l); err != nil {
		return fmt.Errorf("the page of the lesson cannot be saved: %w", err)
	}
	return nil
}
