package format

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"facet/model"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// FuzzRead: whatever is read survives writing and reading again.
func FuzzRead(f *testing.F) {
	f.Add(document(two + edge("0", "1", "t", "2.0", "a", "1e1")))
	f.Add(document(two + node("2", 3) + edge("0", "1", "j", "1") + edge("1", "2", "t", "1", "a", "1", "other", "x")))
	f.Add(`<graphml><key id="a"><default>1</default></key><graph id="g"><desc/><node id="x"><port name="p"/></node></graph></graphml>`)
	f.Add("2\n2 10 1000\n5 2 2000\n")
	f.Add("<!DOCTYPE graphml><graphml><!-- > --><graph><![CDATA[<graph>]]></graph></graphml>")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Read("f.xml", strings.NewReader(text))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of several lines: %q", err)
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

// FuzzStructure: the scan that comes before the XML decoder sees every element
// that the decoder sees.
func FuzzStructure(f *testing.F) {
	f.Add(document(two))
	f.Add(`<graphml a='>' b="/"><graph/><!-- <a> --><?x <b> ?><![CDATA[<c>]]></graphml>`)
	f.Fuzz(func(t *testing.T, text string) {
		scan := xmlScan{text: []byte(text)}
		for {
			jump := bytes.IndexByte(scan.text[scan.at:], '<')
			if jump < 0 {
				break
			}
			scan.at += jump
			if scan.markup() != nil {
				return
			}
		}
		elements := 0
		decoder := xml.NewDecoder(strings.NewReader(text))
		for {
			token, err := decoder.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				return
			}
			if _, isStart := token.(xml.StartElement); isStart {
				elements++
			}
		}
		if elements != scan.elements {
			t.Errorf("the scan saw %d elements, the decoder %d", scan.elements, elements)
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
