package format_test

import (
	"fmt"
	"strings"
	"testing"

	"facet/model/format"
)

// TestMessagesAreSentences: whatever ids, names and values a file has, what is wrong with it
// is said on one line of at most 400 characters.
func TestMessagesAreSentences(t *testing.T) {
	xml := strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "\x1b", "?", "\x16", "?")
	for _, long := range []string{strings.Repeat("a", 100_000), strings.Repeat("\U000e0001", 1000),
		strings.Repeat(`"\\<>&`, 1000), strings.Repeat("\x16", 1000), strings.Repeat("word ", 1000)} {
		text := func(s string) string {
			return fmt.Sprintf(`"%s"`, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\x16", `\u0016`).Replace(s))
		}
		dot := func(s string) string {
			return fmt.Sprintf(`"%s"`, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&#38;", "\x16",
				"&#22;").Replace(s))
		}
		id, node, value := text(long), dot(long), xml.Replace(long)
		cycle := func(edge string) string {
			var b strings.Builder
			for k := range 20 {
				b.WriteString(strings.NewReplacer("I", fmt.Sprint(k), "J", fmt.Sprint((k+1)%20)).
					Replace(edge))
			}
			return strings.TrimSuffix(b.String(), ",")
		}
		graphml := func(content string) string {
			return `<graphml><key id="size" for="node"><default>1</default></key><key id="has_jacobian" for="edge"><default>1</default></key><graph edgedefault="directed">` + content + `</graph></graphml>`
		}
		for _, file := range []string{
			`{"nodes": [{"id": ` + id + `}], "links": []}`,
			`{"nodes": [{"id": ` + id + `, "size": ` + id + `}], "links": []}`,
			`{"nodes": [{"id": ` + id + `, "size": 0}], "links": []}`,
			`{"nodes": [{"id": ` + id + `, "size": 1}, {"id": ` + id + `, "size": 1}], "links": []}`,
			`{"nodes": [{"id": ` + id + `, "size": 1}], "links": [{"source": ` + id + `, "target": ` + id +
				`}]}`,
			`{"nodes": [{"id": ` + id + `, "size": 1}], "links": [{"source": ` + id + `, "target": {"id": ` +
				id + `}}]}`,
			`{"nodes": [{"id": {"id": ` + id + `}, "size": 1}], "links": []}`,
			`{"nodes": [], "links": [{"source": ` + id + `, "target": ` + id + `}]}`,
			`{` + id + `: 1, ` + id + `: 2}`, `{"a": ` + long + `}`, `{"a": 1 ` + id + `}`,
			`{"graph": {"product_cost": ` + id + `}, "nodes": [], "links": []}`,
			`{"nodes": [{"id": 1, "size": 2}, {"id": 2, "size": 2}], "links": [{"source": 1, "target": 2, "has_jacobian": 1, "pattern": ` + id + `}]}`,
			`{"nodes": [` + strings.ReplaceAll(cycle(`{"id": `+id[:len(id)-1]+`I", "size": 1},`), " \"",
				"\"") + `], "links": [` +
				cycle(`{"source": `+id[:len(id)-1]+`I", "target": `+id[:len(id)-1]+`J", "has_jacobian": 1},`) + `]}`,
			`digraph { ` + node + ` }`, `digraph { node [size=` + node + `] a -> b }`,
			`digraph { node [size=1] ` + node + ` -> ` + node + `}`,
			`digraph { node [size=1] ` + node + ` -> b }`, `digraph { node [size=1] a -> b [tangent_cost=` +
				node + `] }`, `digraph { a ` + node + `= [ }`, `digraph { ` + long + ` }`,
			`digraph { node [size=2] a -> b [has_jacobian=1 pattern=` + node + `] }`,
			`digraph { node [size=1] ` +
				cycle(node[:len(node)-1]+`I" -> `+node[:len(node)-1]+`J" [has_jacobian=1];`) + `}`,
			graphml(`<node id="` + value + `"/><node id="` + value + `"/>`),
			graphml(`<node id="` + value + `"><data key="size">` + value + `</data></node>`),
			graphml(`<node id="` + value + `"><data key="` + value + `">1</data></node>`), graphml(value),
			graphml(`<` + long[:1000] + `/>`),
			graphml(`<edge source="` + value + `" target="` + value + `"/>`),
			graphml(`<node id="` + value + `"/><edge source="` + value + `" target="` + value +
				`" directed="0"/>`),
			graphml(`<node id="` + value + `" directed="0"/><edge source="` + value + `" target="` + value +
				`"/>`), graphml(`<a` + long[:1000] + `></b>`),
			`<graphml xmlns="` + value + `"/>`, `<?xml version="1.0" encoding="` + value + `"?><graphml/>`,
			`<a` + long[:1000] + `/>`,
			graphml(`<node id="a"/><node id="b"/><edge source="a" target="b" directed="` + value + `"/>`),
			"nv = 2\nCG = [\n" + long + " 1 1\n]", "2 " + long, "1\n1 1 " + long, long,
		} {
			_, err := format.Read("f", strings.NewReader(file))
			if err == nil || len(err.Error()) > 400 || strings.ContainsAny(err.Error(), "\n\x1b\x16\u202e") {
				t.Errorf("%.200q: %v", file, err)
			}
		}
	}
}
