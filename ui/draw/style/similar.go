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
		if far := distance(name, strings.ToLower(known)); far <= max(1, (len(name)+1)/3) && far < len(known) && !slices.Contains(near, known) {
			near = append(near, known)
		}
	}
	if len(near) == 0 || len(near) > 4 {
		return ""
	}
	return ", did you mean " + strings.Join(near, " or ")
}

// distance is how many letters have to be put in, left out or changed to make one word
// of the other (Levenshtein's distance).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for k := range row {
		row[k] = k
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := before
			if a[i] != b[j] {
				changed++
			}
			before, row[j+1] = row[j+1], min(changed, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
