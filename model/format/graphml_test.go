package format

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"facet/model"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const keys = `<key id="size" for="node" attr.name="size" attr.type="long"/>
<key id="t" for="edge" attr.name="tangent_cost" attr.type="double"/>
<key id="a" for="edge" attr.name="adjoint_cost" attr.type="int"/>
<key id="j" for="edge" attr.name="has_jacobian" attr.type="boolean"/>
<key id="m" for="edge" attr.name="has_model" attr.type="boolean"/>
<key id="vector_size" for="node"/><key id="w" for="all"/>
`

// document wraps the content of a graph.
func document(content string) string {
	return `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">` + keys +
		`<graph id="G" edgedefault="directed">` + content + `</graph></graphml>`
}

func node(id string, size any) string {
	return fmt.Sprintf(`<node id="%s"><data key="size">%v</data></node>`, id, size)
}

// edge takes pairs of key and value.
func edge(source, target string, data ...string) string {
	text := fmt.Sprintf(`<edge source="%s" target="%s">`, source, target)
	for k := 0; k < len(data); k += 2 {
		text += fmt.Sprintf(`<data key="%s">%s</data>`, data[k], data[k+1])
	}
	return text + "</edge>"
}

const two = `<node id="0"><data key="size">2</data></node><node id="1"><data key="size">1</data></node>`

// Each malformed input has one sentence that names the file, the element and
// the fix.
func TestGraphMLErrors(t *testing.T) {
	for _, c := range []struct{ what, text, want string }{
		{"empty", " \n", `f.xml: the file is empty: it should hold a dag`},
		{"no format", "what is this",
			`f.xml: not a dag: the file should be GraphML (starts with "<"), DOT ("digraph"), JSON ("{"), a Go file ("package"), an .nl file ("g3"), or a chain (the number of its factors)`},
		{"nothing in it", "digraph {}", `f.xml: the dag has no edge: there is nothing to eliminate`},
		{"not XML", "<graphml><graph></graphml>",
			`f.xml: not XML: element <graph> closed by </graphml> in line 1`},
		{"cut off", "<graphml>\n<graph>\n<node id=\"0\"", `f.xml: not XML: the file is cut off in line 3`},
		{"cut off between tags", "<graphml>\n<graph>", `f.xml: not XML: the file is cut off in line 2`},
		{"open comment", "<graphml><!-- ", `f.xml: not XML: the file is cut off in line 1`},
		{"open directive", "<!DOCTYPE graphml", `f.xml: not XML: the file is cut off in line 1`},
		{"nameless tag", "<graphml><></graphml>", `f.xml: not XML: expected element name after < in line 1`},
		{"two roots", document(two+edge("0", "1", "j", "1")) + "<graphml/>",
			`f.xml: not XML: a second root element <graphml> in line 7`},
		{"text behind", document(two+edge("0", "1", "j", "1")) + "\nand more",
			`f.xml: not XML: text outside of the root element in line 8`},
		{"text before", "<?xml version='1.0'?>more" + document(two),
			`f.xml: not XML: text outside of the root element in line 1`},
		{"not GraphML", "<svg></svg>", `f.xml: not GraphML: the root element is <svg>, not <graphml>`},
		{"no graph", "<graphml></graphml>",
			`f.xml: no <graph> in it: GraphML holds its dag in a <graph> with <node> and <edge> elements`},
		{"two graphs", "<graphml><graph/>\n<graph/></graphml>",
			`f.xml: a second <graph> in line 2: keep one graph per file`},
		{"nested graph", document(`<node id="0"><graph/></node>`),
			`f.xml: a graph inside <node> in line 7: make the dag flat`},
		{"hyperedge", document(`<hyperedge/>`),
			`f.xml: a hyperedge in line 7: write it as edges with one source and one target each`},
		{"undirected graph", strings.Replace(document(two+edge("0", "1", "j", "1")), `"directed"`,
			`"undirected"`, 1),
			`f.xml: edge (0,1) is undirected: a dag has directed edges, write edgedefault="directed" on the graph`},
		{"undirected edge", document(two +
			`<edge source="0" target="1" directed="false"><data key="j">1</data></edge>`),
			`f.xml: edge (0,1) is undirected: a dag has directed edges, remove directed="false" of the edge`},
		{"undirected edge by a number",
			document(two + `<edge source="0" target="1" directed="0"><data key="j">1</data></edge>`),
			`f.xml: edge (0,1) is undirected: a dag has directed edges, remove directed="0" of the edge`},
		{"undirected both ways",
			strings.Replace(document(two+`<edge source="0" target="1" directed="0"><data key="j">1</data></edge>`), `"directed"`, `"undirected"`, 1), `f.xml: edge (0,1) is undirected: a dag has directed edges, write directed="true" on the edge`},
		{"odd default direction", strings.Replace(document(two+edge("0", "1", "j", "1")), `"directed"`,
			`"up"`, 1), `f.xml: <graph> has edgedefault="up": write "directed"`},
		{"odd direction", document(two +
			`<edge source="0" target="1" directed="up"><data key="j">1</data></edge>`),
			`f.xml: edge (0,1) has directed="up": write "true"`},
		{"unknown source", document(two + edge("7", "1", "j", "1")),
			`f.xml: edge (7,1) starts in vertex "7", which does not exist: add the vertex or correct the edge`},
		{"unknown target", document(two + edge("0", "x\x7fy", "j", "1")),
			`f.xml: edge (0,x\x7fy) ends in vertex "x\x7fy", which does not exist: add the vertex or correct the edge`},
		{"duplicate id", document(two + node("0", 3) + edge("0", "1", "j", "1")),
			`f.xml: vertex "0" is there twice: give every vertex an id of its own`},
		{"no id", document(two + node("", 3)), `f.xml: vertex number 3 has no id: give it a unique id`},
		{"control character", document(node("a\x7f", 3)),
			`f.xml: vertex "a\x7f" has a control character in its id: use letters, digits and signs`},
		{"parallel edges", document(two + edge("0", "1", "j", "1") + edge("0", "1", "j", "1")),
			`f.xml: edge (0,1) is there twice: add parallel edges up to one`},
		{"self loop", document(two + edge("0", "0", "j", "1")),
			`f.xml: edge (0,0) is a self loop: a variable cannot be made from itself`},
		{"cycle", document(two + node("2", 1) + edge("0", "1", "j", "1") + edge("1", "2", "j", "1") +
			edge("2", "0", "j", "1")),
			`f.xml: the graph has a cycle 2 -> 0 -> 1 -> 2: a dag must not lead back`},
		{"no size", document(`<node id="0"/>`),
			`f.xml: vertex "0" has no size: give it data with the key size`},
		{"empty size", document(node("0", " ")),
			`f.xml: vertex "0" has an empty size: give it a value or leave it out`},
		{"two sizes", document(`<node id="0"><data key="size">1</data><data key="size">2</data></node>`),
			`f.xml: vertex "0" has size twice: keep one`},
		{"sizes disagree",
			document(`<node id="0"><data key="size">1</data><data key="vector_size">2</data></node>`),
			`f.xml: vertex "0": size is 1, but vector_size is 2: keep one`},
		{"size 0", document(node("0", 0) + node("1", 1) + edge("0", "1", "j", "1")),
			`f.xml: vertex "0" has size 0: a vector has at least 1 entry`},
		{"negative size", document(node("0", -2) + node("1", 1) + edge("0", "1", "j", "1")),
			`f.xml: vertex "0" has size -2: a vector has at least 1 entry`},
		{"size is a word", document(node("0", "big")),
			`f.xml: vertex "0": size "big" is not a number: only whole numbers are possible`},
		{"fractional size", document(node("0", "1.5")),
			`f.xml: vertex "0": size "1.5" is a fraction: only whole numbers are possible`},
		{"size beyond int64", document(node("0", "9223372036854775808")),
			`f.xml: vertex "0": size "9223372036854775808" is larger than 9223372036854775807, the largest possible number: use a larger unit`},
		{"negative cost", document(two + edge("0", "1", "t", "-1", "a", "2")),
			`f.xml: edge (0,1) has a negative cost: costs are whole numbers from 0`},
		{"fractional cost", document(two + edge("0", "1", "t", "0.5", "a", "2")),
			`f.xml: edge (0,1) has a wrong value: tangent_cost "0.5" is a fraction: only whole numbers are possible`},
		{"infinite cost", document(two + edge("0", "1", "t", "INF", "a", "2")),
			`f.xml: edge (0,1) has a wrong value: tangent_cost "INF" is not a number: only whole numbers are possible`},
		{"cost beyond int64", document(two + edge("0", "1", "t", "1e19", "a", "2")),
			`f.xml: edge (0,1) has a wrong value: tangent_cost "1e19" is larger than 9223372036854775807, the largest possible number: use a larger unit`},
		{"no adjoint cost", document(two + edge("0", "1", "t", "1")),
			`f.xml: edge (0,1) has a tangent_cost but no adjoint_cost: give both, or set has_jacobian`},
		{"no tangent cost", document(two + edge("0", "1", "a", "1")),
			`f.xml: edge (0,1) has an adjoint_cost but no tangent_cost: give both, or set has_jacobian`},
		{"no Jacobian and no model", document(two + edge("0", "1")),
			`f.xml: edge (0,1) has neither a Jacobian nor a model: set has_jacobian, or give tangent_cost and adjoint_cost`},
		{"model without tangent", document(two + edge("0", "1", "m", "1", "a", "1")),
			`f.xml: edge (0,1) has a model but no tangent_cost: give it, or set has_model to 0`},
		{"model without adjoint", document(two + edge("0", "1", "m", "1", "t", "1", "j", "1")),
			`f.xml: edge (0,1) has a model but no adjoint_cost: give it, or set has_model to 0`},
		{"bad boolean", document(two + edge("0", "1", "j", "yes")),
			`f.xml: edge (0,1) has a wrong value: has_jacobian "yes" is not a boolean: write 0, 1, true or false`},
		{"empty boolean", document(two + edge("0", "1", "j", "")),
			`f.xml: edge (0,1) has an empty has_jacobian: give it a value or leave it out`},
		{"foreign key twice", document(two + edge("0", "1", "j", "1", "w", "1", "w", "2")),
			`f.xml: edge (0,1) has "w" twice: keep one`},
		{"no edge", document(two), `f.xml: the dag has no edge: there is nothing to eliminate`},
		{"key declared twice", strings.Replace(document(two), `id="t"`, `id="a"`, 1),
			`f.xml: key "a" is declared twice: give every key a unique id`},
		{"many keys", strings.Replace(document(two), "<graph ", strings.Repeat("<key/>", 300)+"<graph ", 1),
			`f.xml: 307 keys are declared, more than 256: keep those that are needed`},
		{"NUL byte", document(two) + "\x00",
			`f.xml: the file has NUL bytes: it is not text, or it is cut off`},
		{"not UTF-8", document(two) + "\xff", `f.xml: the file is not UTF-8: save it as UTF-8`},
		{"UTF-16", "\xff\xfe<\x00", `f.xml: the file is in UTF-16: save it as UTF-8`},
		{"declared encoding", `<?xml version="1.0" encoding="ISO-8859-1"?>` + document(two),
			`f.xml: the file declares the encoding "ISO-8859-1": save it as UTF-8`},
		{"entities", "<!DOCTYPE graphml [<!ENTITY a \"aa\">]>" + document(two),
			`f.xml: the DOCTYPE in line 1 declares entities: remove the part in brackets`},
		{"unknown entity", document(`<node id="&lol;"/>`),
			`f.xml: not XML: invalid character entity &lol; in line 7`},
		{"deep", "<graphml><data>" + strings.Repeat("<a>", 70),
			`f.xml: elements are nested more than 64 deep in line 1: GraphML is flat`},
		{"long tag", "<graphml " + strings.Repeat("a='' ", 20000) + ">",
			`f.xml: the tag in line 1 is longer than 64 kB: no GraphML needs that`},
		{"text in a number", document(`<node id="0"><data key="size">2<q>9</q>3</data></node>`),
			`f.xml: the <data> in line 7 mixes text and elements: write its value alone`},
		{"elements before a number", document(`<node id="0"><data key="size"><q>9</q>3</data></node>`),
			`f.xml: the <data> in line 7 mixes text and elements: write its value alone`},
		{"mixed default", strings.Replace(document(two), "<graph ",
			"<key id='d' for='node' attr.name='size'><default>1<q/></default></key><graph ", 1),
			`f.xml: the <default> in line 7 mixes text and elements: write its value alone`},
		{"attribute twice", document(`<node id="0" id="1"/>`),
			`f.xml: <node> in line 7 has the attribute "id" twice: keep one`},
		{"a foreign vertex", document(`<x:node xmlns:x="urn:x" id="0"/>`),
			`f.xml: the <node> in line 7 is of another namespace, "urn:x": only GraphML's own are read`},
		{"a foreign root", `<graphml xmlns="urn:x"><graph/></graphml>`,
			`f.xml: not GraphML: <graphml> is of another namespace, "urn:x"`},
		{"behind the graph", strings.Replace(document(two), "</graph>", "</graph>"+node("2", 1), 1),
			`f.xml: <node> in line 7 has no place in <graphml>, which holds <desc>, <key>, <data>, <graph>`},
		{"text behind the graph", strings.Replace(document(two), "</graph>", "</graph>and more", 1),
			`f.xml: loose text "and more" in <graphml> in line 7: values stand in <data> elements`},
		{"capitals", document(`<NODE id="0"/>`), `f.xml: <NODE> in line 7: GraphML writes it <node>`},
		{"another word", document(`<vertex id="0"/>`),
			`f.xml: <vertex> in line 7 has no place in <graph>, which holds <desc>, <data>, <node>, <edge>, <hyperedge>, <locator>`},
		{"loose text", document(`<node id="0">5</node>`),
			`f.xml: loose text "5" in <node> in line 7: values stand in <data> elements`},
		{"undeclared key", document(`<node id="0"><data key="sise">2</data></node>`),
			`f.xml: vertex "0" has data with the key "sise", which is not declared: add <key id="sise" for="node" attr.name=.../>`},
		{"many values", document(`<node id="0">` + strings.Repeat("<data key='w'>1</data>", 300) + `</node>`),
			`f.xml: vertex "0" has 300 values, more than 256: keep those that are needed`},
	} {
		_, err := Read("f.xml", strings.NewReader(c.text))
		if err == nil {
			t.Errorf("%s: no error", c.what)
		} else if err.Error() != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.what, err, c.want)
		}
	}
}

func read(t *testing.T, text string) *model.Dag {
	t.Helper()
	g, err := Read("some/where/f.xml", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestGraphMLValues(t *testing.T) {
	g := read(t, document(node("a", "2.0")+node("b", " 3e1 ")+node("c c", "1")+

		edge("a", "b", "t", "120e-1", "a", "+7")+
		edge("b", "c c", "j", "true")))
	if g.Name != "f" {
		t.Errorf("name %q", g.Name)
	}
	if g.Vertices[0].Size != 2 || g.Vertices[1].Size != 30 || g.Vertices[2].ID != "c c" {
		t.Errorf("vertices %+v", g.Vertices)
	}
	want := []model.Edge{
		{Source: 0, Target: 1, Tangent: 12, Adjoint: 7, HasModel: true},
		{Source: 1, Target: 2, HasJacobian: true},
	}
	if diff := cmp.Diff(want, g.Edges); diff != "" {
		t.Error(diff)
	}
}

func TestGraphMLDefaults(t *testing.T) {
	g := read(t, `<!DOCTYPE graphml SYSTEM "graphml.dtd"><graphml>
<key id="d0" for="node" attr.name="vector_size" attr.type="int"><default>4</default></key>
<key id="tangent_cost" for="edge"><default>5</default></key>
<key id="d2" for="all" attr.name="adjoint_cost"><default>6</default></key>
<key id="d3" for="edge" attr.name="has_model" attr.type="boolean"><default>true</default></key>
<key id="size" for="node"/><key id="d4" for="node" attr.name="color" attr.type="string"><default>red</default></key>
<graph><node id="0"/><node id="1"><data key="d0"></data><data key="d4">blue</data></node>
<node id="2"><data key="size">1</data></node>
<edge id="e" source="0" target="1"/><edge source="1" target="2"><data key="tangent_cost">8</data></edge></graph></graphml>`)
	want := []model.Vertex{
		{ID: "0", Size: 4, Extra: []model.Attribute{{Name: "color", Type: "string", Value: "red"}}},
		{ID: "1", Size: 4, Extra: []model.Attribute{{Name: "color", Type: "string", Value: "blue"}}},
		{ID: "2", Size: 1, Extra: []model.Attribute{{Name: "color", Type: "string", Value: "red"}}},
	}
	if diff := cmp.Diff(want, g.Vertices); diff != "" {
		t.Error(diff)
	}
	wantEdges := []model.Edge{
		{ID: "e", Source: 0, Target: 1, Tangent: 5, Adjoint: 6, HasModel: true},
		{Source: 1, Target: 2, Tangent: 8, Adjoint: 6, HasModel: true},
	}
	if diff := cmp.Diff(wantEdges, g.Edges); diff != "" {
		t.Error(diff)
	}
}

// What facet does not use survives reading and writing; so does all that it
// does use.
func TestGraphMLRoundTrip(t *testing.T) {
	g := read(t,
		`<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
<key id="size" for="node" attr.name="size" attr.type="long"/>
<key id="x" for="node" attr.name="label" attr.type="string"/>
<key id="y" for="edge" attr.name="label" attr.type="string"/>
<key id="has_jacobian" for="edge"/><key id="tangent_cost" for="edge"/>
<key id="z" for="graph" attr.name="author of it" attr.type="string"/>
<key id="g" for="node" yfiles.type="nodegraphics"/>
<graph edgedefault="directed"><data key="z">N &amp; N</data>
<node id="a&lt;b"><data key="size">9223372036854775807</data><data key="x"> x </data><data key="g"><y:ShapeNode/></data><port name="p"/></node>
<node id="c"><data key="size">1</data></node><node id="alone"><data key="size">1</data></node>
<edge source="a&lt;b" target="c" sourceport="p"><data key="has_jacobian">1</data><data key="tangent_cost">3</data><data key="y">e</data></edge>
</graph></graphml>`)
	var written bytes.Buffer
	if err := WriteGraphML(&written, g); err != nil {
		t.Fatal(err)
	}
	again := read(t, written.String())
	if diff := cmp.Diff(g, again, cmpopts.IgnoreUnexported(model.Dag{})); diff != "" {
		t.Errorf("%s\n%s", diff, written.String())
	}
	want := []model.Attribute{{Name: "author of it", Type: "string", Value: "N & N"}}
	if diff := cmp.Diff(want, again.Extra); diff != "" {
		t.Error(diff)
	}
	if again.Vertices[0].Size != math.MaxInt64 || again.Edges[0].HasModel || again.Edges[0].Tangent != 3 {
		t.Errorf("got %+v %+v", again.Vertices[0], again.Edges[0])
	}
}

func TestParseWhole(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "-0.0": 0, "0e999999999999999999999": 0, "1e18": 1e18, "10e17": 1e18,
		"9223372036854775807.0": math.MaxInt64,
		"-9223372036854775808":  math.MinInt64, ".5e1": 5, "5.": 5, "100e-2": 1, "\t7\n": 7,
		"000000000000000000000000000000007": 7,
	} {
		if got, err := parseWhole(text); err != nil || got != want {
			t.Errorf("%q: got %d, %v, want %d", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                        `"" is not a number: only whole numbers are possible`,
		".":                       `"." is not a number: only whole numbers are possible`,
		"1e":                      `"1e" is not a number: only whole numbers are possible`,
		"0x10":                    `"0x10" is not a number: only whole numbers are possible`,
		"1_000":                   `"1_000" is not a number: only whole numbers are possible`,
		"--1":                     `"--1" is not a number: only whole numbers are possible`,
		"1e-99999999999999999999": `"1e-99999999999999999999" is a fraction: only whole numbers are possible`,
		"1e99999999999999999999":  `"1e99999999999999999999" is larger than 9223372036854775807, the largest possible number: use a larger unit`,
		"9223372036854775807.1":   `"9223372036854775807.1" is a fraction: only whole numbers are possible`,
	} {
		if got, err := parseWhole(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %d, %v", text, got, err)
		}
	}
}
