package style

import (
	"slices"
	"strings"
)

// DidYouMean is the end of a sentence that refuses a name: the names that differ from it
// in at most a third of its letters; empty for none.
func DidYouMean(name string, all []string) string {
	name = strings.ToLower(name)
	var near []string
	for _, known := range all {
		if len(name) >= 2*len(known) { // it differs in more letters than the known one has
			continue
		}
		if far := distance(name, strings.ToLower(known)); far <= max(1, (len(name)+1)/3) &&
			far < len(known) && !slices.Contains(near, known) {
			near = append(near, known)
		}
	}
	if len(near) == 0 || len(near) > 4 {
		return ""
	}
	return ", did you mean " + strings.Join(near, " or ")
}

// distance is how many letters have to be put in, left out, changed, or exchanged with the
// next one to make one word of the other (the distance of Damerau and Levenshtein, where
// no letter is touched twice).
func distance(a, b string) int {
	before, row, after := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for k := range row {
		row[k] = k
	}
	for i := range len(a) {
		after[0] = i + 1
		for j := range len(b) {
			changed := row[j]
			if a[i] != b[j] {
				changed++
			}
			after[j+1] = min(changed, row[j+1]+1, after[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				after[j+1] = min(after[j+1], before[j-1]+1)
			}
		}
		before, row, after = row, after, before
	}
	return row[len(b)]
}
