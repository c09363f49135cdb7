package format_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/generate"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/samples"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var forms = map[string]func(io.Writer, *model.Dag) error{
	"graphml": format.WriteGraphML, "dot": format.WriteDOT, "json": format.WriteJSON,
}

// sameFacts compares all that a dag says, but for the types of what facet does
// not use, which DOT cannot hold.
var sameFacts = cmp.Options{cmpopts.IgnoreUnexported(model.Dag{}), cmpopts.EquateEmpty(),
	cmpopts.IgnoreFields(model.Attribute{}, "Type")}

func roundTrip(t *testing.T, g *model.Dag, by ...string) *model.Dag {
	t.Helper()
	for _, form := range by {
		var b bytes.Buffer
		if err := forms[form](&b, g); err != nil {
			t.Fatal(err)
		}
		again, err := format.Read(g.Name+".x", &b)
		if err != nil {
			t.Fatalf("%s: %v\n%s", form, err, b.String())
		}
		g = again
	}
	return g
}

func TestFormsKeepEverything(t *testing.T) {
	orders := [][]string{{"graphml"}, {"dot"}, {"json"}, {"graphml", "dot", "json", "graphml"},
		{"json", "graphml", "dot"}}
	check := func(g *model.Dag, orders ...[]string) {
		t.Helper()
		for _, by := range orders {
			if diff := cmp.Diff(g, roundTrip(t, g, by...), sameFacts...); diff != "" {
				t.Fatalf("%s by %v: %s", g.Name, by, diff)
			}
		}
	}
	for _, s := range samples.All() {
		check(modeltest.Sample(t, s.Name), orders...)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	ids := []string{`a"b`, `back\slash`, `end\`, "a -> b", "{", "näh", "graph", "1.5", "x;y", "#", "'", "<b>",
		"true"}
	for k := range extent.Of(200, 1000) {
		g := modeltest.Random(t, rng, 9)
		for i := range g.Vertices {
			if rng.IntN(3) == 0 && len(g.Vertices) < len(ids) {
				g.Vertices[i].ID = ids[i]
			}
			if rng.IntN(5) == 0 {
				g.Vertices[i].Extra = []model.Attribute{{Name: "label", Type: "string", Value: `my "own"`},
					{Name: "n", Type: "long", Value: "7"}}
			}
		}
		g.Edges[0].ID = "e"
		g.Edges[0].Extra = []model.Attribute{{Name: "style", Type: "string", Value: "dotted"},
			{Name: "on", Type: "boolean", Value: "true"}}
		g, err := model.NewDag("random", g.Vertices, g.Edges)
		if err != nil {
			t.Fatal(err)
		}
		if k%3 == 0 {
			g = modeltest.Curved(t, rng, g)
		}
		if k%2 == 0 {
			g.Extra = []model.Attribute{{Name: "author", Type: "string", Value: "N & N"}}
		}
		check(g, orders[3+k%2]) // through all of them
	}
}

// TestNamesThatAreNotPlain: a character that DOT has by its number is read as that
// character, and a text that looks like such a number stays a text.
func TestNamesThatAreNotPlain(t *testing.T) {
	ids := []string{"a\u00a0b", "a\u200bb", "a\ufeffb", "a\u2028b", "a&#xa0;b", "a&#160;b", "&#", "&#;",
		"&#x;", "&#x110000;", "&amp;", "&#x26;#xa0;", `\&#65;`}
	g := &model.Dag{Vertices: []model.Vertex{{ID: "0", Size: 1}}}
	for k, id := range ids {
		g.Vertices = append(g.Vertices, model.Vertex{ID: id, Size: 1})
		g.Edges = append(g.Edges, model.Edge{Source: k, Target: k + 1, HasJacobian: true, ID: id,
			Extra: []model.Attribute{{Name: id, Type: "string", Value: id}}})
	}
	g, err := model.NewDag("f", g.Vertices, g.Edges)
	if err != nil {
		t.Fatal(err)
	}
	for form, escaped := range map[string]func(io.Writer) io.Writer{"dot": byNumber, "graphml": byNumber} {
		var b bytes.Buffer
		if err := forms[form](escaped(&b), g); err != nil {
			t.Fatal(err)
		}
		for _, r := range b.String() {
			if r > '~' {
				t.Fatalf("%s: %q is written as it is", form, r)
			}
		}
		again, err := format.Read("f", &b)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(g, again, sameFacts...); diff != "" || again.Fingerprint() != g.Fingerprint() {
			t.Errorf("%s: %s", form, diff)
		}
		roundTrip(t, g, form)
	}
}

// byNumber writes each character beyond ASCII by its number, as files for terminals are
// written.
func byNumber(w io.Writer) io.Writer { return numbered{w} }

type numbered struct{ io.Writer }

func (n numbered) Write(text []byte) (int, error) {
	var b strings.Builder
	for _, r := range string(text) {
		if r > '~' {
			fmt.Fprintf(&b, "&#x%x;", r)
		} else {
			b.WriteRune(r)
		}
	}
	_, err := io.WriteString(n.Writer, b.String())
	return len(text), err
}

// TestListing: the form of EliAD and angel.
func TestListing(t *testing.T) {
	g, err := format.Read("l.txt", strings.NewReader("nv = 4\nCG = [\n3 1 1\n3 2 0\n4 3 1\n]\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Vertices) != 4 || len(g.Edges) != 3 || g.Vertices[2].Size != 1 {
		t.Fatalf("%+v", g)
	}
	if e := g.Edges[0]; !e.HasJacobian || e.HasModel || e.Source != 0 || e.Target != 2 {
		t.Errorf("the first edge is %+v", e)
	}
	var b bytes.Buffer
	if err := format.WriteListing(&b, g); err != nil {
		t.Fatal(err)
	}
	again, err := format.Read("l.txt", bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(g, again, sameFacts...); diff != "" {
		t.Error(diff)
	}
	bat := modeltest.Sample(t, "bat")
	want := `vertex "-1" has 2 entries: a listing holds scalars only`
	if err := format.WriteListing(io.Discard, bat); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := format.WriteListing(io.Discard, modeltest.Sample(t, "lion").Classic()); err == nil {
		t.Error("vectors pass for scalars")
	}
	random, err := generate.Random(8, 15, generate.Elementals{MaxSize: 1, Jacobians: 1, Bare: 1, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	if err := format.WriteListing(io.Discard, random.Classic()); err != nil {
		t.Error(err)
	}
}

// multigraph is one of networkx without parallel edges.
const multigraph = `{"directed": true, "multigraph": true, "graph": {}, "nodes": [{"size": 10, "id": "x"}, {"size": 2, "id": "h"}, {"size": 5, "id": "y"}],
	"links": [{"tangent_cost": 1000, "adjoint_cost": 2000, "source": "x", "target": "h", "key": 0}, {"tangent_cost": 1000, "adjoint_cost": 2000, "source": "h", "target": "y", "key": 0}]}`

// yed is a file of yEd, with the ids that it makes and the names that its user gave.
const yed = `<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
	<key attr.name="size" attr.type="int" for="node" id="d4"><default xml:space="preserve">2</default></key><key for="node" id="d7" yfiles.type="nodegraphics"/>
	<key attr.name="tangent_cost" attr.type="int" for="edge" id="d9"/><key attr.name="adjoint_cost" attr.type="double" for="edge" id="d10"/>
	<key attr.name="has_jacobian" for="edge" id="d11"/><key for="edge" id="d12" yfiles.type="edgegraphics"/>
	<graph edgedefault="directed" id="G">
	<node id="n0"><data key="d7"><y:ShapeNode><y:NodeLabel xml:space="preserve">a<y:LabelModel/></y:NodeLabel><y:NodeLabel>second</y:NodeLabel></y:ShapeNode></data></node>
	<node id="n1"><data key="d7"><y:ShapeNode><y:NodeLabel> b
		</y:NodeLabel></y:ShapeNode></data></node>
	<node id="n2"><data key="d4">3</data><data key="d7"><y:ShapeNode><y:NodeLabel><![CDATA[c]]></y:NodeLabel></y:ShapeNode></data></node>
	<edge id="" source="n0" target="n1"><data key="d9">4</data><data key="d10">5.0</data><data key="d12"><y:EdgeLabel>F2</y:EdgeLabel></data></edge>
	<edge id="" source="n1" target="n2"><data key="d9">4</data><data key="d10">5</data></edge>
	<edge id="" source="n0" target="n2"><data key="d11">1</data></edge>
	</graph></graphml>`

// TestNamesFromLabels: a vertex of yEd has its label for a name where no other vertex has that
// as its label or id; else its id. Edges find their ends by ids.
func TestNamesFromLabels(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"", "", "a b c"},
		{"[CDATA[c]", "[CDATA[a]", "n0 b n2"},
		{"[CDATA[c]", "[CDATA[]", "a b n2"},
		{"[CDATA[c]", "[CDATA[n0]", "a b n2"},
		{"[CDATA[c]", "[CDATA[n2]", "a b n2"},
		{"> b", ">b \n 1", "a b 1 c"},
		{"[CDATA[c]", "[CDATA[\u202e]", "a b n2"},
		{`id="n1"`, `id="n0"`,
			`f: edge (n0,n1) ends in vertex "n1", which does not exist: add the vertex or correct the edge`},
		{`id="n2"`, `id="n0"`,
			`f: edge (n1,n2) ends in vertex "n2", which does not exist: add the vertex or correct the edge`},
		{`source="n1"`, `source="b"`,
			`f: edge (b,n2) starts in vertex "b", which does not exist: add the vertex or correct the edge`},
		{`key="d4">3<`, `key="d4">x<`,
			`f: vertex "c": size "x" is not a number: only whole numbers are possible`},
	} {
		g, err := format.Read("f", strings.NewReader(strings.Replace(yed, c.old, c.new, 1)))
		got := fmt.Sprint(err)
		if err == nil {
			var names []string
			for _, v := range g.Vertices {
				names = append(names, v.ID)
			}
			got = strings.Join(names, " ")
		}
		if got != c.want {
			t.Errorf("%q instead of %q: %s, want %s", c.new, c.old, got, c.want)
		}
	}
}

// TestByHand: what people type.
func TestByHand(t *testing.T) {
	want, err := format.Read("f",
		strings.NewReader(`{"nodes": [{"id": "a", "size": 2}, {"id": "b", "size": 2}, {"id": "c", "size": 3}],
		"links": [{"source": "a", "target": "b", "tangent_cost": 4, "adjoint_cost": 5}, {"source": "b", "target": "c", "tangent_cost": 4, "adjoint_cost": 5},
		{"source": "a", "target": "c", "has_jacobian": true}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string]string{
		"defaults and a chain":                "// by hand\ndigraph {\n node [size=2]; edge [tangent_cost=4 adjoint_cost=5]\n a; b; c [size=3]\n a -> b -> c\n subgraph { edge [has_model=0 tangent_cost=0 adjoint_cost=0]; a -> c [has_jacobian=1] }\n}",
		"old keys":                            `<graphml><key id="c_tan" for="edge"/><key id="c_adj" for="edge"/><key id="acc_stat" for="edge"/><key id="size" for="node"/><graph edgedefault="directed"><node id="a"><data key="size">2</data></node><node id="b"><data key="size">2</data></node><node id="c"><data key="size">3</data></node><edge source="a" target="b"><data key="c_tan">4</data><data key="c_adj">5</data></edge><edge source="b" target="c"><data key="c_tan">4</data><data key="c_adj">5</data></edge><edge source="a" target="c"><data key="acc_stat">1</data></edge></graph></graphml>`,
		"a multigraph without parallel edges": `{"directed": true, "multigraph": true, "nodes": [{"size": 2, "id": "a"}, {"size": 2, "id": "b"}, {"size": 3, "id": "c"}], "edges": [{"tangent_cost": 4, "adjoint_cost": 5, "source": "a", "target": "b"}, {"tangent_cost": 4, "adjoint_cost": 5, "source": "b", "target": "c"}, {"source": "a", "target": "c", "has_jacobian": 1}]}`,
		"yEd's labels":                        yed,
		"ASCII":                               `<?xml version='1.0' encoding='us-ascii'?>` + yed,
		"networkx's edges":                    `{"directed": true, "multigraph": false, "graph": {}, "nodes": [{"size": 2, "id": "a"}, {"size": 2, "id": "b"}, {"size": 3, "id": "c"}], "edges": [{"tangent_cost": 4.0, "adjoint_cost": 5, "source": "a", "target": "b"}, {"tangent_cost": 4, "adjoint_cost": 5, "source": "b", "target": "c"}, {"source": "a", "target": "c", "has_jacobian": 1}]}`,
	} {
		g, err := format.Read("f", strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", what, err)
		} else if diff := cmp.Diff(want, g, sameFacts...); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
}

// TestBadForms: one sentence each.
func TestBadForms(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`graph { a -- b }`, `f: the graph is undirected: write digraph and ->`},
		{`digraph { a -> b`, `f: the DOT cannot be read: `},
		{"digraph {}\ndigraph {}", `f: a second graph in it: keep one graph per file`},
		{`digraph { a -> b }`,
			`f: vertex "a" has no size: give it one, as in a [size=3], or one to all vertices: node [size=1]`},
		{`{"nodes": [{"id": "a"}], "links": []}`,
			`f: vertex "a" has no size: give it one, as in {"id": "x", "size": 3}`},
		{`digraph { node [size=1] a -> a [has_jacobian=1] }`,
			`f: edge (a,a) is a self loop: a variable cannot be made from itself`},
		{`digraph { node [size=1] a -> b [has_jacobian=1]; a -> b [has_jacobian=1] }`,
			`f: edge (a,b) is there twice: add parallel edges up to one`},
		{`digraph { node [size=1] a -> b [tangent_cost=x] }`,
			`f: edge (a,b) has a wrong value: tangent_cost "x" is not a number: only whole numbers are possible`},
		{`digraph { node [size=1] "a` + "\x1b" + `" -> b }`,
			`f: vertex "a\x1b" has a control character in its id: use letters, digits and signs`},
		{strings.Repeat("digraph {", 100), `f: subgraphs are nested more than 64 deep: a dag is flat`},
		{`{`, `f: the JSON cannot be read: the file is cut off in line 1`},
		{`{"nodes": 3}`, `f: no array "nodes" in it: a graph in node-link form has nodes and links`},
		{`{"nodes": [], "links": [3]}`, `f: number 1 of "links" is not an object: write {...}`},
		{`{"nodes": [{}], "links": []}`, `f: node number 1 has no id: give it a unique id`},
		{`{"nodes": [], "nodes": []}`,
			`f: the JSON cannot be read: the member "nodes" is there twice in line 1`},
		{`{"directed": false, "nodes": [], "links": []}`,
			`f: the graph is not directed: a dag has "directed": true`},
		{strings.Replace(multigraph, `"target": "y"`, `"target": "h"`, 1),
			`f: edge (h,h) is a self loop: a variable cannot be made from itself`},
		{strings.Replace(multigraph, `"source": "h", "target": "y"`, `"source": "x", "target": "h"`, 1),
			`f: edge (x,h) is there twice: add parallel edges up to one`},
		{`{"nodes": [{"id": "x", "size": 1}], "links": [{"source": {"id": "x", "size": 1}, "target": "x"}]}`,
			`f: link number 1 has an object as its source: write the id of a node there, as in "source": "x"`},
		{`{"nodes": [{"id": "x", "size": 1}], "links": [{"source": "x", "target": [1]}]}`,
			`f: link number 1 has a list as its target: write the id of a node there, as in "target": "x"`},
		{`{"nodes": [{"id": "x", "size": 1}], "links": [{"source": null, "target": "x"}]}`,
			`f: link number 1 has null as its source: write the id of a node there, as in "source": "x"`},
		{`{"nodes": [{"id": {}, "size": 1}], "links": []}`,
			`f: node number 1 has an object as its id: write a text or a number`},
		{"{\n\"directed\": true,\n\"graph\": [,]}",
			`f: the JSON cannot be read: "," has no place there in line 3`},
		{`{"nodes": [{"id": 1, "size": 1}], "links": [{"source": 1, "target": 1, "id": []}]}`,
			`f: link number 1 has a list as its id: write a text or a number`},
		{`{"directed": `, `f: the JSON cannot be read: the file is cut off in line 1`},
		{`{"nodes": [{"id": true, "size": 1}], "links": []}`,
			`f: node number 1 has true as its id: write a text or a number`},
		{`{"nodes": [], "links": []} x`,
			`f: the JSON cannot be read: something follows the object in line 1`},
		{`{"nodes": [{"id": 1, "size": 1}], "links": [{"source": 1, "target": 2}]}`,
			`f: edge (1,2) ends in vertex "2", which does not exist: add the vertex or correct the edge`},
		{`{"nodes": [{"id": 1, "size": 1}], "links": [{"source": 1}]}`,
			`f: link number 1 has no source or no target: name two nodes`},
		{strings.Repeat(`{"a":`, 100),
			`f: the JSON cannot be read: values are nested more than 64 deep in line 1`},
		{"nv = 2\nCG = [\n2 1\n]", `f: line 3: 2 values: a row holds target, source and triviality`},
		{"nv = 2\nCG = [\n3 1 1\n]", `f: line 3: there is no vertex 3: vertices count from 1 to 2`},
		{"nv = 2\nCG = [\n2 1 1\n", `f: the listing is cut off: ] is missing`},
		{"nv = 2\nCG = [\n2 x 1\n]", `f: line 3: "x" is not a whole number`},
		{"nv = 0\nCG = [\n]", `f: the listing has "0" vertices: choose a number from 1 to 400000`},
	} {
		_, err := format.Read("f", strings.NewReader(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) ||
			strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// FuzzForms: whatever is read in any form survives writing in all of them.
func FuzzForms(f *testing.F) {
	f.Add("digraph { node [size=2] a -> {b c} [has_jacobian=1] }")
	f.Add(`{"nodes": [{"id": 1, "size": 1}, {"id": 2, "size": 1}], "links": [{"source": 1, "target": 2, "has_jacobian": 1}]}`)
	f.Add("nv = 4\nCG = [\n3 1 1\n3 2 0\n4 3 1\n]\n")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := format.Read("f", strings.NewReader(text))
		if err != nil {
			if strings.Contains(err.Error(), "\n") || len(err.Error()) > 400 {
				t.Errorf("no sentence: %q", err)
			}
			return
		}
		if len(g.Vertices) > 1000 {
			return // a number in a listing makes as many
		}
		for form := range forms {
			roundTrip(t, g, form)
		}
	})
}
