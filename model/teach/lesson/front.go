package lesson

import (
	"regexp"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/excerpt"

	"go.abhg.dev/goldmark/frontmatter"
	"gopkg.in/yaml.v3"
)

// frontMatterIsClosed reports whether the text starts with front matter that ends.
func (r *reader) frontMatterIsClosed() bool {
	first, _ := r.lineText(1)
	if !isRule(first) {
		r.wrong(1, "the lesson has no front matter: start it with ---, title: ..., dag: ..., ---")
		return false
	}
	for k := 2; ; k++ {
		line, ok := r.lineText(k)
		if !ok && k > len(r.lines) {
			r.wrong(1, "the front matter is not closed: write --- on a line of its own after it")
			return false
		}
		if line == first {
			return true
		}
	}
}

func isRule(line string) bool { return len(line) >= 3 && strings.Trim(line, "-") == "" }

var yamlLine = regexp.MustCompile(`^yaml: (?:line ([0-9]+): )?(.*)`)

func (r *reader) front(data *frontmatter.Data) {
	var doc yaml.Node
	if data == nil { // the parser found none although it starts and ends
		r.wrong(1, "the front matter cannot be read: it stands between two lines of ---")
		return
	}
	if err := data.Decode(&doc); err != nil {
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
	text := model.OneLine(value.Value)
	l := &r.lesson
	switch key.Value {
	case "title", "dag", "mode", "author", "about":
		if value.Kind != yaml.ScalarNode {
			r.wrong(line, "%s is not a text: put quotes around it", key.Value)
			return
		}
		if text == "" {
			r.wrong(line, "%s has no value", key.Value)
			return
		}
		if c, ok := harmful(text); ok {
			r.wrong(line, "the control character U+%04X is in %s: remove it", c, key.Value)
			return
		}
	}
	switch key.Value {
	case "title":
		l.Title = text
	case "dag":
		l.Subject.Dag, l.dagLine = text, line
	case "mode":
		r.mode(line, &l.Subject, text)
	case "author":
		l.Author = text
	case "about":
		l.About = text
	default:
		r.wrong(line, "the front matter has an unknown key %s: use title, dag, mode, author and about",
			excerpt.Of(key.Value))
	}
}
