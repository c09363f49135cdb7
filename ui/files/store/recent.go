package store

import (
	"os"
	"path/filepath"
	"slices"
)

// mostRecent is how many of the files that were opened last are remembered.
const mostRecent = 10

// Recent is a directory's list of the files that the user opened last.
type Recent struct{ in Directory }

// RecentIn is the list that a directory keeps.
func RecentIn(d Directory) Recent { return Recent{d} }

func (r Recent) path() string { return filepath.Join(r.in.dir, "recent.json") }

// Files are those of the list that are still there, the newest first.
func (r Recent) Files() []string {
	var all []string
	r.in.read(r.path(), mostPuzzleBytes, &all)
	return slices.DeleteFunc(all[:min(len(all), mostRecent)], func(path string) bool {
		_, err := os.Stat(path)
		return err != nil
	})
}

// Keep puts a file that was opened before the others, and gives the new list. What is
// no file, such as a sample, changes nothing. A list that cannot be written is only not
// remembered.
func (r Recent) Keep(name string) []string {
	defer r.in.alone()()
	all := r.Files()
	path, err := filepath.Abs(name)
	if info, gone := os.Stat(path); err != nil || gone != nil || !info.Mode().IsRegular() {
		return all
	}
	all = slices.DeleteFunc(all, func(one string) bool { return one == path })
	all = slices.Insert(all, 0, path)
	all = all[:min(len(all), mostRecent)]
	_ = r.in.write(r.path(), all)
	return all
}
