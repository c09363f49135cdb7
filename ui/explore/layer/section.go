package layer

import "facet/ui/explore/intent"

// Section is what the first page offers of one kind: lessons, puzzles, samples. One
// without entries is itself what can be chosen.
type Section struct {
	Name  string // on the page
	Key   string // the letter that goes there
	About string // what these are, in a sentence
	// Means is what choosing a section without entries means; nil where there is nothing
	// to choose. Line is the command that means the same.
	Means   intent.Intent
	Line    string
	Entries []Entry
}

// Entry is something that can be chosen on the first page.
type Entry struct {
	Name, Title string
	About       string // a sentence; empty where the title says all
	Reached     string // how far the user came; empty for not at all
	Key         string // that means the same; empty for none
	Line        string // the command that means the same; empty for none
	Means       intent.Intent
}
