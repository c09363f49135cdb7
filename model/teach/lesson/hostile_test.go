package lesson_test

import (
	"strings"
	"testing"

	"facet/model/teach/lesson"
)

// Texts that would take a parser of Markdown minutes are refused, or read at once:
// this test is the measure, by how long it runs.
func TestSlowTexts(t *testing.T) {
	for name, piece := range map[string]string{
		"brackets": "[", "stars": "*a **a ", "ticks": "`a``b", "angles": "<a ", "quotes": ">",
		"links": "[a](", "images": "![", "pipes": "|a",
		"entities": "&", "underscores": "_a", "lists": "* ", "numbers": "1. ", "references": "[a]: b\n",
		"tables": "|a|b|\n|-|-|\n", "html": "<div>\n",
		"tildes": "~~a", "backslashes": "\\", "emphasis": "***", "heads": "a\n=\n", "indents": "    a\n",
		"mixed": "> * ", "text": "a ",
	} {
		line := strings.TrimRight(strings.Repeat(piece, max(1, 70/len(piece))), " ") + "\n"
		for _, size := range []int{20_000, 150_000} {
			l, mistakes := lesson.Read([]byte(front + strings.Repeat(line, size/len(line))))
			if l == nil && len(mistakes) != 1 {
				t.Errorf("%s: %v", name, mistakes)
			}
		}
	}
}

// A list that gets deeper with every line does not take long either.
func TestDeepList(t *testing.T) {
	if _, mistakes := lesson.Read([]byte(front + deepList(900))); len(mistakes) != 1 {
		t.Error(mistakes)
	}
}

func FuzzReadLesson(f *testing.F) {
	for _, text := range []string{
		front +
			"# A\n\nBack to step 1: *a* `b` [c](d)\n\n```facet\n# lead\nELI (0 1)(1 2) # note\ntotal 2\n```\n",
		front + "# A\nDag: bat, classic\n```compare\na:\nELI (1 3)(3 4)\nb:\nELI (2 3)(3 6)\n```\n",
		front +
			"# A\n```puzzle\nstart: step 0\ngoal: state\n  ELI (0 1)(1 2)\nhint: a\nanswer ELI (0 1)(1 2); ELI (0 1)(1 4): b\n  c\n```\n",
		"---\ntitle: A\ndag: lion\nmode: &a general\n---\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n1. a\n2. > b\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l, mistakes := lesson.Read(data)
		if l == nil {
			if len(mistakes) == 0 {
				t.Error("neither a lesson nor a mistake")
			}
			return
		}
		c, more := lesson.Play(l, open(t))
		for _, m := range append(mistakes, more...) {
			if m.Line < 1 || m.Line > 1+strings.Count(string(data), "\n")+strings.Count(string(data), "\r") ||
				m.Text == "" || strings.Contains(m.Text, "\n") {
				t.Errorf("a mistake in line %d: %q", m.Line, m.Text)
			}
		}
		for k, p := range c.Pages {
			if p.Scene >= len(c.Scenes) || p.Kind == 0 || p.Line < 1 {
				t.Errorf("page %d is %+v", k, p)
			}
			if p.Scene >= 0 && (p.Step < 0 || p.Step > c.Scenes[p.Scene].Steps() ||
				p.Next > c.Scenes[p.Scene].Steps()) {
				t.Errorf("page %d stands at step %d", k, p.Step)
			}
		}
	})
}
