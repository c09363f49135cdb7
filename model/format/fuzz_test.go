package format

import (
	"bytes"
	"strings"
	"testing"

	"facet/model"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/yaricom/goGraphML/graphml"
)

// FuzzRead: whatever is read survives writing and reading again.
func FuzzRead(f *testing.F) {
	f.Add(document(two + edge("0", "1", "t", "2.0", "a", "1e1")))
	f.Add(document(two + node("2", 3) + edge("0", "1", "j", "1") + edge("1", "2", "t", "1", "a", "1", "other",
		"x")))
	f.Add(`<graphml><key id="a"><default>1</default></key><graph id="g"><desc/><node id="x"><port name="p"/></node></graph></graphml>`)
	f.Add("2\n2 10 1000\n5 2 2000\n")
	f.Add("<!DOCTYPE graphml><graphml><!-- > --><graph><![CDATA[<graph>]]></graph></graphml>")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Read("f.xml", strings.NewReader(text))
		if err != nil {
			if strings.Contains(err.Error(), "\n") || len(err.Error()) > 400 {
				t.Errorf("no sentence: %q", err)
			}
			return
		}
		var written bytes.Buffer
		if err := WriteGraphML(&written, g); err != nil {
			t.Fatal(err)
		}
		again, err := Read("f.xml", &written)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(g, again, cmpopts.IgnoreUnexported(model.Dag{})); diff != "" {
			t.Error(diff)
		}
	})
}

// FuzzStructure: goGraphML decodes the same from what the walk over the tokens lets pass.
func FuzzStructure(f *testing.F) {
	f.Add(document(two))
	f.Add(`<graphml a='>' b="/"><graph/><!-- <a> --><?x <b> ?></graphml>`)
	f.Add(`<graphml><graph x:id="h" id="g"><node id="a"><data key="k"> 1<!-- -->2 </data><port><data key="p">3</data></port></node>
<edge source="a" target="b" directed="true" id="e"><data key="k"><q>9</q></data></edge><data>4</data></graph><data key="z"><![CDATA[<5>]]></data>
<key id="k" for="node" attr.name="n" attr.type="int"><desc>d</desc><default>1</default><default/></key><key/></graphml>`)
	f.Fuzz(func(t *testing.T, text string) {
		got, _, err := decodeGraphML([]byte(text), &budget{ctx: t.Context()})
		if err != nil {
			return
		}
		want := graphml.NewGraphML("")
		if err := want.Decode(strings.NewReader(text)); err != nil {
			t.Errorf("passed, and cannot be decoded: %v", err)
		}
		same := cmp.Options{
			cmpopts.EquateEmpty(), cmpopts.IgnoreFields(graphml.GraphML{}, "XMLName", "XmlNS", "XmlnsXsi",
				"XsiSchemaLocation", "Description"),
			cmpopts.IgnoreFields(graphml.Key{}, "Description"),
			cmpopts.IgnoreFields(graphml.Graph{}, "Description"),
			cmpopts.IgnoreFields(graphml.Node{}, "Description"),
			cmpopts.IgnoreFields(graphml.Edge{}, "Description"),
			cmpopts.IgnoreUnexported(graphml.GraphML{}, graphml.Graph{}, graphml.Node{}, graphml.Edge{}),
		}
		if diff := cmp.Diff(want, got, same); diff != "" {
			t.Error(diff)
		}
	})
}

func FuzzReadConfig(f *testing.F) {
	f.Add("dag lion.xml\nmethod BranchAndBound\nn_threads 2\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ReadConfig("c.in", strings.NewReader(text))
		if err == nil && (c.Dag == "" || c.Threads < 0) {
			t.Errorf("read %+v", c)
		}
	})
}
