package lesson

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/excerpt"

	"gopkg.in/yaml.v3"
)

// frontMatter is what stands between the two rules with which a lesson begins. It is blanked out, so
// that the Markdown begins behind it, in the line where it stands.
func (r *reader) frontMatter() (front []byte, ok bool) {
	first, _ := r.lineText(1)
	if !isRule(first) {
		r.wrong(1, "the lesson has no front matter: start it with ---, title: ..., dag: ..., ---")
		return nil, false
	}
	for k := 2; k <= len(r.lines); k++ {
		if line, _ := r.lineText(k); line == first {
			front = slices.Clone(r.source[r.lines[1]:r.lines[k-1]])
			for at := range r.lines[k-1] + len(line) {
				if r.source[at] != '\n' {
					r.source[at] = ' '
				}
			}
			return front, true
		}
	}
	r.wrong(1, "the front matter is not closed: write --- on a line of its own after it")
	return nil, false
}

func isRule(line string) bool { return len(line) >= 3 && strings.Trim(line, "-") == "" }

var yamlLine = regexp.MustCompile(`^yaml: (?:line ([0-9]+): )?(.*)`)

func (r *reader) front(data []byte) {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		line, text := 2, err.Error()
		if m := yamlLine.FindStringSubmatch(text); m != nil {
			if n, err := strconv.Atoi(m[1]); err == nil {
				line = n + 1
			}
			text = m[2]
		}
		r.wrong(line, "the front matter cannot be read: %s (put quotes around a value with a colon)", text)
		return
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		r.wrong(2, "the front matter is not a list of keys: write title: and dag:")
		return
	}
	seen := make(map[string]bool)
	pairs := doc.Content[0].Content
	for k := 0; k+1 < len(pairs); k += 2 {
		r.frontKey(pairs[k], pairs[k+1], seen)
	}
	for _, key := range []string{"title", "dag"} {
		if !seen[key] {
			r.wrong(1, "the front matter has no %s: add %s: and its value", key, key)
		}
	}
}

func (r *reader) frontKey(key, value *yaml.Node, seen map[string]bool) {
	line := key.Line + 1
	if seen[key.Value] {
		r.wrong(line, "%s appears twice in the front matter: keep one", excerpt.Of(key.Value))
		return
	}
	seen[key.Value] = true
	l, mode := &r.lesson, ""
	into, known := map[string]*string{"title": &l.Title, "dag": &l.Subject.Dag, "mode": &mode,
		"author": &l.Author, "about": &l.About}[key.Value]
	if !known {
		r.wrong(line, "the front matter has an unknown key %s: use title, dag, mode, author and about",
			excerpt.Of(key.Value))
		return
	}
	text := model.OneLine(value.Value)
	c, bad := harmful(text)
	switch {
	case value.Kind != yaml.ScalarNode:
		r.wrong(line, "%s is not a text: put quotes around it", key.Value)
		return
	case text == "":
		r.wrong(line, "%s has no value", key.Value)
		return
	case bad:
		r.wrong(line, "the control character U+%04X is in %s: remove it", c, key.Value)
		return
	}
	switch *into = text; key.Value {
	case "dag":
		l.dagLine = line
	case "mode":
		r.mode(line, &l.Subject, text)
	}
}
