package chart

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"facet/model"
	"facet/model/taskgraph"
	"facet/planner/resources/timetable"
	"facet/ui/draw/style"
	"facet/ui/uitest"
)

// A chart is the same in every run, well formed, and marks critical paths not only by
// colour.
func TestCharts(t *testing.T) {
	fresh := model.NewState(uitest.Sample(t, "bat"))
	text, err := os.ReadFile("testdata/bat.seq")
	if err != nil {
		t.Fatal(err)
	}
	ops, _, err := model.ReadSequence(fresh, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	g, err := taskgraph.New(fresh, ops)
	if err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]timetable.Options{"whole": {Machines: 2},
		"split": {Machines: 3, Split: true}} {
		table, err := timetable.New(context.Background(), g, o)
		if err != nil {
			t.Fatal(err)
		}
		c := Chart{Table: table, Title: "bat"}
		svg, err := c.SVG(style.Auto)
		if err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(strings.NewReader(svg)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if !strings.Contains(svg, `stroke-width="2.5"`) {
			t.Errorf("%s: no bar is heavy", name)
		}
		tex, err := c.TikZ()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(tex, "{") != strings.Count(tex, "}") || !strings.Contains(tex, "critical]") {
			t.Errorf("%s:\n%s", name, tex)
		}
		uitest.Golden(t, "chart-"+name+".svg", svg)
		uitest.Golden(t, "chart-"+name+".tex", tex)
	}
}
