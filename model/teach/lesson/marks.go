package lesson

import (
	"fmt"
	"regexp"
	"strings"

	"facet/model"
	"facet/model/excerpt"
)

// Mark is what an author points at in the picture of a page: a vertex of the dag, a
// vertex of the line dag, or a face.
type Mark struct {
	Vertex int        // of the dag; -1 for none
	Z      model.Z    // of the line dag; NoZ for none
	Face   model.Face // both NoZ for none
}

// marking is the end of a note that says what to mark.
var marking = regexp.MustCompile(`(?:^|\s)Mark:(.*)$`)

// splitMarks takes the marks from the end of a note.
func splitMarks(note string) (text, marks string, marked bool) {
	at := marking.FindStringSubmatchIndex(note)
	if at == nil {
		return note, "", false
	}
	return strings.TrimSpace(note[:at[0]]), strings.TrimSpace(note[at[2]:at[3]]), true
}

// parseMarks reads labels with blanks between them: 3, (1,3), (1,3)(3,4).
func parseMarks(s *model.State, text string) ([]Mark, error) {
	var all []Mark
	for _, word := range labelsIn(text) {
		m, err := parseMark(s, word)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("after Mark: come labels, such as 3, (1,3) or (1,3)(3,4)")
	}
	return all, nil
}

// labelsIn divides at the blanks outside of parentheses.
func labelsIn(text string) []string {
	depth := 0
	return strings.FieldsFunc(text, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return depth <= 0 && (r == ' ' || r == '\t')
	})
}

func parseMark(s *model.State, word string) (Mark, error) {
	none := model.Face{U: model.NoZ, V: model.NoZ}
	if !strings.HasPrefix(word, "(") {
		i, ok := s.Dag().Find(strings.Trim(word, `"`))
		if !ok {
			return Mark{},
				fmt.Errorf("the dag has no vertex %s to mark: after Mark: come labels, such as 3, (1,3) or (1,3)(3,4)", excerpt.Of(word))
		}
		return Mark{Vertex: i, Z: model.NoZ, Face: none}, nil
	}
	z, err := model.ParseLabels(s, word)
	switch {
	case err != nil:
		return Mark{}, fmt.Errorf("%s cannot be marked: %w", excerpt.Of(word), err)
	case len(z) == 1:
		return Mark{Vertex: -1, Z: z[0], Face: none}, nil
	case len(z) == 2 && s.HasFace(model.Face{U: z[0], V: z[1]}):
		return Mark{Vertex: -1, Z: model.NoZ, Face: model.Face{U: z[0], V: z[1]}}, nil
	}
	return Mark{}, fmt.Errorf("%s cannot be marked: it is not a face here", excerpt.Of(word))
}

// label is a name of a vertex of the line dag, or of a face, in a text.
var label = regexp.MustCompile(`\([-\w.]+(?:,[-\w.]+)+\)`)

// notInPictures are words for things that have a label and need not be one vertex.
var notInPictures = regexp.MustCompile(`(?i)\bpaths?\b|\bitems?\b|F'$`)

// Unseen are the notes that name what their page does not show: a vertex that is
// neither in the picture, nor gone with the last step, nor made by the next one. In a
// sentence about paths or items a label need not be a vertex, and F'(0,1,2) is the
// derivative along a path.
func (c *Course) Unseen() Mistakes {
	var mistakes Mistakes
	for k := range c.Pages {
		p := &c.Pages[k]
		if p.Kind != PageStep && p.Kind != PagePlace {
			continue
		}
		seen := c.around(p)
		for _, at := range label.FindAllStringIndex(p.Note, -1) {
			name, before := p.Note[at[0]:at[1]], p.Note[:at[0]]
			sentence := before[strings.LastIndexAny(before, ".!?")+1:]
			if !notInPictures.MatchString(sentence) && !seen(name) {
				mistakes.add(p.Line,
					"the note names %s, which is not in the picture: name what is there, or say that it is a path", name)
			}
		}
	}
	return mistakes
}

// around is what a page's picture has: the vertices at its step, those before it,
// and those after the next one.
func (c *Course) around(p *Page) func(name string) bool {
	var states []*model.State
	scene := c.Scenes[p.Scene]
	add := func(id int) {
		if s, ok := scene.StateAt(id); ok {
			states = append(states, s)
		}
	}
	step, _ := scene.Step(p.Step)
	add(p.Step)
	add(step.Parent)
	if p.Next > 0 {
		add(p.Next)
	}
	return func(name string) bool {
		for _, s := range states {
			if _, err := model.ParseLabels(s, name); err == nil {
				return true
			}
		}
		return false
	}
}
