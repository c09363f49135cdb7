package store

import (
	"os"
	"path/filepath"
	"slices"
)

// mostRecent is how many of the files that were opened last are remembered.
const mostRecent = 10

func (d Directory) recent() string { return filepath.Join(d.dir, "recent.json") }

// Recent are the files that the user opened last, the newest first; those that are gone are
// left out.
func (d Directory) Recent() []string {
	var all []string
	d.read(d.recent(), mostPuzzleBytes, &all)
	return slices.DeleteFunc(all[:min(len(all), mostRecent)], func(path string) bool {
		_, err := os.Stat(path)
		return err != nil
	})
}

// KeepRecent puts a file that was opened before the others, and gives the new list. What is
// no file, such as a sample, changes nothing. A list that cannot be written is only not
// remembered.
func (d Directory) KeepRecent(name string) []string {
	defer d.alone()()
	all := d.Recent()
	path, err := filepath.Abs(name)
	if info, gone := os.Stat(path); err != nil || gone != nil || !info.Mode().IsRegular() {
		return all
	}
	all = slices.DeleteFunc(all, func(one string) bool { return one == path })
	all = slices.Insert(all, 0, path)
	all = all[:min(len(all), mostRecent)]
	_ = d.write(d.recent(), all)
	return all
}
