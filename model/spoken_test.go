package model_test

import (
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/pattern"
)

// A Jacobian is named by a label, by its ends, by paths that nothing holds yet, by
// labels that follow each other, or as the whole.
func TestPatternOf(t *testing.T) {
	band, err := pattern.Parse("band 1 0", 4, 4)
	if err != nil {
		t.Fatal(err)
	}
	g, err := model.NewDag("", []model.Vertex{{ID: "x", Size: 4}, {ID: "a", Size: 4}, {ID: "b c", Size: 4},
		{ID: "y", Size: 4}}, []model.Edge{
		{Source: 0, Target: 1, HasJacobian: true, Pattern: band}, {Source: 1, Target: 3, HasJacobian: true,
			Pattern: band},
		{Source: 0, Target: 2, HasJacobian: true, Pattern: band}, {Source: 2, Target: 3, HasJacobian: true,
			Pattern: band.Transposed()},
	})
	if err != nil {
		t.Fatal(err)
	}
	s := model.NewState(g)
	for _, c := range []struct{ text, name, pattern string }{
		{"(x,a)", "F'(x,a)", "band 1 0"},
		{"x a", "F'(x,a)", "band 1 0"},
		{"(x a y)", "F'(x,a,y)", "band 2 0"},
		{"(x,a)(a,y)", "F'(x,a)(a,y)", "band 2 0"},
		{`(x "b c" y)`, `F'(x,"b c",y)`, "band 1 1"},
		{`(x a y)+(x "b c" y)`, `F'(x,a,y)+(x,"b c",y)`, "band 2 1"},
		{"whole", "F'", "band 2 1"},
	} {
		p, name, err := model.PatternOf(s, c.text)
		if err != nil || name != c.name || p.Text() != c.pattern {
			t.Errorf("%s is %s with %v (%v)", c.text, name, p, err)
		}
	}
	for text, want := range map[string]string{
		"":            "a label is missing",
		"(x,y)":       "no vertex of the line dag is (x y) now",
		"(x,z)":       "the dag has no vertex z",
		"(x,a)(x,a)":  "cannot follow one that ends in a",
		"(x,a) 7":     `"7" is not a label`,
		"(x,a)+2":     "the label says",
		"x":           "a label needs two vertices",
		"(x,a)+(a,y)": "the label names others",
	} {
		if _, _, err := model.PatternOf(s, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if p, name, err := model.PatternOf(model.NewState(modeltest.Sample(t, "bat")), "whole"); err != nil ||
		name != "F'" || !p.IsDense() {
		t.Errorf("bat: %v %s %v", p, name, err)
	}
}
