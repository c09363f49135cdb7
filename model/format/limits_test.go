package format_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
)

// hostileForm writes parts of a file in one form; a part that the form does not have is
// written as what comes next to it.
type hostileForm struct {
	whole           func(vertices, edges string) string
	vertex, edge    func(k int, id, values string) string // a vertex; an edge from vertex k-1 to vertex k
	value           func(name, value string) string
	comment         string
	open, shut      string // what nests
	byDefault       func(values string) string
	quoted, escaped string // the beginning of a text; a character that is written by its number
}

func hostileForms() map[string]hostileForm {
	xml := func(defaults string) func(vertices, edges string) string {
		return func(vertices, edges string) string {
			return `<graphml><key id="size" for="node" attr.name="size"/><key id="v" for="all" attr.name="v"/>` + defaults +
				`<graph edgedefault="directed">` + vertices + edges + `</graph></graphml>`
		}
	}
	list := func(vertices, edges string) string {
		n := max(1, strings.Count(vertices, "\n"))
		return fmt.Sprintf("nv = %d\nCG = [\n%s]\n%s", n, edges, strings.Repeat("#", n))
	}
	return map[string]hostileForm{
		"graphml": {
			whole: xml(""),
			vertex: func(_ int, id, values string) string {
				return `<node id="` + id + `">` + values + `</node>`
			},
			edge: func(k int, id, values string) string {
				return fmt.Sprintf(`<edge id="%s" source="%d" target="%d">%s</edge>`, id, k-1, k, values)
			},
			value: func(name, value string) string {
				return `<data key="` + name + `">` + value + `</data>`
			},
			comment: "<!---->", open: "<data>", shut: "</data>", quoted: `<node id="`, escaped: "&#x41;",
			byDefault: func(values string) string { return values },
		},
		"dot": {
			whole:  func(vertices, edges string) string { return "digraph {" + vertices + edges + "}" },
			vertex: func(_ int, id, values string) string { return `"` + id + `" [` + values + `];` },
			edge: func(k int, id, values string) string {
				return fmt.Sprintf(`%d -> %d [id="%s", %s];`, k-1, k, id, values)
			},
			value:   func(name, value string) string { return name + `="` + value + `",` },
			comment: "/**/", open: "{", shut: "}", quoted: `"`, escaped: "&#x41;",
			byDefault: func(values string) string { return "node [" + values + "]; edge [" + values + "];" },
		},
		"json": {
			whole: func(vertices, edges string) string {
				return `{"nodes": [` + cutComma(vertices) + `], "links": [` + cutComma(edges) + `]}`
			},
			vertex: func(_ int, id, values string) string { return `{` + values + `"id": "` + id + `"},` },
			edge: func(k int, id, values string) string {
				return fmt.Sprintf(`{%s"id": "%s", "source": "%d", "target": "%d"},`, values, id, k-1, k)
			},
			value:   func(name, value string) string { return `"` + name + `": "` + value + `",` },
			comment: " ", open: "[", shut: "]", quoted: `{"nodes": [{"id": "`, escaped: `\u0041`,
			byDefault: func(values string) string { return "" },
		},
		"listing": {
			whole:  list,
			vertex: func(int, string, string) string { return "\n" },
			edge:   func(k int, id, _ string) string { return fmt.Sprintf("%d %d %s\n", k+1, k, id) },
			value: func(_, value string) string {
				return value
			}, comment: "\n", open: "[", shut: "]", quoted: "nv = 2\nCG = [\n",
			byDefault: func(values string) string { return values },
		},
		"chain": {
			whole: func(_, edges string) string {
				return fmt.Sprintf("%d\n%s", strings.Count(edges, "\n"), edges)
			},
			vertex: func(int, string, string) string { return "" },
			edge:   func(_ int, id, _ string) string { return "1 1 " + id + "\n" },
			value: func(_, value string) string {
				return value
			}, comment: "\n", open: "1 ", shut: "", quoted: "1\n1 1 ",
			byDefault: func(values string) string { return values },
		},
	}
}

func cutComma(text string) string { return strings.TrimSuffix(text, ",") }

// many writes n parts.
func many(n int, part func(k int) string) string {
	var b strings.Builder
	for k := range n {
		b.WriteString(part(k))
	}
	return b.String()
}

// hostileFiles are thirty files that are made to use up time or memory, or to be read as
// something else, in one form; they are made when they are asked for, which takes long.
func (f hostileForm) hostileFiles() map[string]func() string {
	size := f.value("size", "1")
	plain := func(k int) string { return f.vertex(k, fmt.Sprint(k), size) }
	link := func(k int) string { return f.edge(k+1, fmt.Sprint(k), f.value("has_jacobian", "1")) }
	small := f.whole(many(3, plain), many(2, link))
	values := func(n int, name string) string {
		return many(n, func(k int) string { return f.value(fmt.Sprintf(name, k), "v") })
	}
	with := func(values string) string {
		return f.whole(f.vertex(0, "0", size+values)+plain(1), many(1, link))
	}
	number := func(text string) string {
		return f.whole(f.vertex(0, "0", f.value("size", text))+plain(1),
			f.edge(1, "0", f.value("tangent_cost", text)+f.value("adjoint_cost", text)))
	}
	return map[string]func() string{
		"empty":                 func() string { return "" },
		"blanks":                func() string { return strings.Repeat(" \n", 1<<20) },
		"too large":             func() string { return small + strings.Repeat(" ", format.MaxBytes) },
		"NUL":                   func() string { return small + "\x00" },
		"not UTF-8":             func() string { return strings.Replace(small, "1", "\xff1", 1) },
		"UTF-16":                func() string { return "\xff\xfe" + small },
		"a byte order mark":     func() string { return "\ufeff" + small },
		"cut off":               func() string { return small[:len(small)/2] },
		"cut off in a text":     func() string { return f.quoted + strings.Repeat("a", 1<<20) },
		"cut off within levels": func() string { return f.whole(strings.Repeat(f.open, 1<<18), "") },
		"levels": func() string {
			return f.whole(strings.Repeat(f.open, 1<<18)+strings.Repeat(f.shut, 1<<18), "")
		},
		"something behind": func() string { return small + " " + small },
		"comments": func() string {
			return f.whole(strings.Repeat(f.comment, 1<<19)+many(3, plain), many(2, link))
		},
		"many vertices": func() string { return f.whole(many(400_001, plain), "") },
		"many edges": func() string {
			return f.whole(many(2, plain), many(400_001, func(int) string { return link(0) }))
		},
		"a long path": func() string { return f.whole(many(40_000, plain), many(39_999, link)) },
		"a cycle": func() string {
			return f.whole(many(20_000, plain), many(19_999, link)+strings.NewReplacer("19999", "0").
				Replace(link(19_998)))
		},
		"the same vertex": func() string {
			return f.whole(many(100_000, func(int) string { return plain(7) }), many(1, link))
		},
		"the same edge": func() string {
			return f.whole(many(3, plain), many(100_000, func(int) string { return link(0) }))
		},
		"unknown vertices": func() string { return f.whole(plain(0), many(100_000, link)) },
		"many values":      func() string { return with(values(100_000, "x%d")) },
		"the same value": func() string {
			return with(many(100_000, func(int) string { return f.value("x", "v") }))
		},
		"many values everywhere": func() string {
			return f.whole(many(11_100, func(k int) string {
				return f.vertex(k, fmt.Sprint(k), size+values(100, "x%d"))
			}), many(11_099, link))
		},
		"defaults": func() string {
			return f.whole(f.byDefault(values(500, "x%d"))+many(20_000, plain), many(19_999, link))
		},
		"long names of values": func() string { return with(f.value(strings.Repeat("n", 1<<19), "v")) },
		"a long value":         func() string { return with(f.value("v", strings.Repeat("v", 1<<19))) },
		"a long number":        func() string { return number(strings.Repeat("9", 1<<20)) },
		"an exponent":          func() string { return number("1e999999999999") },
		"a long id": func() string {
			return f.whole(f.vertex(0, strings.Repeat("i", 1<<19), size)+plain(1),
				f.edge(1, strings.Repeat("e", 1<<19), ""))
		},
		"signs that steer a terminal": func() string {
			return strings.NewReplacer(`"0"`, "\"\x1b]0;x\a\u202e"+f.escaped+`"`).Replace(small)
		},
	}
}

// TestHostileFormsWithinLimits: the same files in each form are read or refused in a
// sentence, within the memory that the limits promise, and a context that has ended stops
// the reading of those that take long. Each file is tried in one of the forms, and in all with -tags long.
func TestHostileFormsWithinLimits(t *testing.T) {
	extent.NoRace(t)
	ended, end := context.WithCancel(t.Context())
	end()
	forms := hostileForms()
	for k, name := range slices.Sorted(maps.Keys(forms)) {
		files := forms[name].hostileFiles()
		if len(files) != 30 {
			t.Fatalf("%d files", len(files))
		}
		for n, what := range slices.Sorted(maps.Keys(files)) {
			if (n+k)%extent.Of(5, 1) > 0 {
				continue // another form has this file
			}
			text := files[what]()
			var g *model.Dag
			allowed := uint64(20*len(text) + 200<<20)
			used, err := modeltest.Memory(t, allowed, func(ctx context.Context) (err error) {
				g, err = format.ReadContext(ctx, "f", strings.NewReader(text))
				return err
			})
			if used > allowed {
				t.Errorf("%s, %s: %d MB for %d bytes", name, what, used>>20, len(text))
			}
			if err != nil && (strings.ContainsAny(err.Error(), "\n\x1b\u202e") || len(err.Error()) > 400) {
				t.Errorf("%s, %s: no sentence: %.500q", name, what, err)
			}
			if testing.Verbose() {
				t.Logf("%s, %s: %d bytes, %d MB: %.120v", name, what, len(text), used>>20, err)
			}
			if g == nil || len(g.Edges) < 10_000 {
				continue
			}
			if _, err := format.ReadContext(ended, "f", strings.NewReader(text)); err == nil ||
				!strings.Contains(err.Error(), "interrupted") {
				t.Errorf("%s, %s: a reader whose context has ended says %v", name, what, err)
			}
		}
	}
}
