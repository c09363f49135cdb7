package format

import (
	"strings"
	"testing"
)

// Files that are made to use up time and memory are refused before they have.
func TestHostileFiles(t *testing.T) {
	const head = `<graphml><key id="s" for="node" attr.name="size"><default>1</default></key><graph edgedefault="directed">`
	fill := func(unit string, bytes int) string { return strings.Repeat(unit, bytes/len(unit)) }
	for _, c := range []struct{ what, text, want string }{
		{"too large", fill(" ", MaxBytes+1), "f.xml: the file is larger than 64 MB: make the dag coarser"},
		{"many attributes", "<graphml " + fill(`a="" `, 100e3) + "/>",
			"f.xml: the tag in line 1 is longer than 64 kB: no GraphML needs that"},
		{"a tag that does not end", head + "<node " + fill("a", 100e3),
			"f.xml: not XML: the file is cut off in line 1"},
		{"a long tag that does not end", head + "<node " + fill("a", 1e7),
			"f.xml: a tag or a text in line 1 is longer than 8 MB: no GraphML needs that"},
		{"a long text", head + "<desc>" + fill("a", 1e7),
			"f.xml: a tag or a text in line 1 is longer than 8 MB: no GraphML needs that"},
		{"many elements", head + "<data>" + fill(`<a/>`, 5.1e6),
			"f.xml: more than 1100000 elements: make the dag coarser"},
		{"many vertices", head + fill(`<node/>`, 3.6e6),
			"f.xml: more than 400000 vertices and edges: make the dag coarser"},
		{"many comments", head + fill(`<?a?>`, 20.1e6),
			"f.xml: more than 4000000 tags and comments: make the dag coarser"},
		{"deep nesting", "<graphml><data>" + fill("<a>", 100e3),
			"f.xml: elements are nested more than 64 deep in line 1: GraphML is flat"},
		{"long chain", "900000 " + fill("1 1 1 ", 1e6),
			"f.xml: the chain has 900000 factors, more than 200000: make it coarser"},
	} {
		_, err := Read("f.xml", strings.NewReader(c.text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.what, err, c.want)
		}
	}
}
