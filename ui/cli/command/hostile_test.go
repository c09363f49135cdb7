package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/ui/cli/shell"
)

// hostile are texts that must not reach a terminal: a write to the clipboard, colours,
// a control sequence of one character or one byte, text that turns around,
// what is invisible or joins, what is no text at all, and far too much of it.
var hostile = []string{
	"a\x1b]52;c;aGk=\a\x1b[31m\u009b2J", "\x1b#\u202egnp.exe\u200b\U0001f44d\U0001f3fd\x7f", "\u202e<&>\"'\t",
	"\x9b2J\b\r\xff\xfe\x00",
	strings.Repeat("long", 10_000),
}

// xmlText writes a text into XML, as it is where XML allows that.
func xmlText(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case strings.ContainsRune("<&>\"'", r):
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// hostileFiles are files of all kinds with h wherever a file can hold text.
func hostileFiles(h string) map[string]string {
	x := xmlText(h)
	const keys = `<key id="size" for="node" attr.name="size" attr.type="long"/><key id="t" for="edge" attr.name="tangent_cost" attr.type="long"/>` +
		`<key id="a" for="edge" attr.name="adjoint_cost" attr.type="long"/>`
	graph := func(node, size, target, cost, extra string) string {
		return `<graphml>` + keys + extra + `<graph edgedefault="directed"><node id="` + node +
			`"><data key="size">` + size + `</data></node>` +
			`<node id="b"><data key="size">2</data></node><edge source="` + node + `" target="` + target +
			`"><data key="t">` + cost + `</data><data key="a">1</data></edge></graph></graphml>`
	}
	quoted := model.QuoteID(h)
	return map[string]string{
		"id.xml": graph(x, "1", "b", "3", ""), "size.xml": graph("a", x, "b", "3", ""),
		"target.xml": graph("a", "1", x, "3", ""),
		"cost.xml":   graph("a", "1", "b", x, ""),
		"key.xml": graph("a", "1", "b", "3",
			`<key id="k" for="node" attr.name="`+x+`" attr.type="`+x+`"/>`),
		"key2.xml": graph("a", "1", "b", "3",
			`<key id="size" for="`+x+`" attr.name="size" attr.type="`+x+`"/>`),
		"element.xml": "<graphml><" + h + ">", "element2.xml": "<graphml><graph><" + h +
			"/></graph></graphml>", "raw.xml": h, "entity.xml": "<graphml>&" + h + ";</graphml>",
		"attribute.xml": "<graphml " + h + "=''/>", "encoding.xml": `<?xml version="1.0" encoding="` + h +
			`"?><graphml/>`,
		"chain.txt": "1 " + h + " 3 4", "chain2.txt": "2 " + h,
		"open.seq": `ACC TAN ("` + h + ` 1)`, "verb.seq": h + " TAN (0 1)", "mode.seq": "ACC " + h + " (0 1)",
		"id.seq":    "ACC TAN (" + quoted + " b)",
		"price.seq": "ACC TAN (0 1) " + quoted, "note.seq": "ACC TAN (0 1) # " + h,
		"quote.seq": `ACC TAN ("\` + h + `" 1)`, "listing.seq": "elimination sequence\n" + h,
		"key.in": h + " bat", "dag.in": "dag " + h, "method.in": "dag bat\nmethod " + h,
		"threads.in":  "dag bat\nn_threads " + h,
		"format.json": jsonText(`{"format": %s}`, h),
		"dag.json":    jsonText(`{"format": "facet certificate 4", "dag": %s, "bound": 1, "resources": [], "leaves": [{"denominator": 1, "paths": []}], "proof": 0}`, h),
		"kind.json":   jsonText(`{"format": "facet certificate 4", "dag": "DAG", "bound": 1, "resources": [[%s, 0]], "leaves": [{"denominator": 1, "paths": []}], "proof": [0, 0, 0]}`, h),
		"price.json":  jsonText(`{"format": "facet certificate 4", "dag": "DAG", "bound": 1, "resources": [["ACC", %s]], "leaves": [{"denominator": 1, "paths": [{"edges": [0], "prices": [0, 1]}]}], "proof": 0}`, h),
		"side.json":   jsonText(`{"format": "facet certificate 4", "dag": "DAG", "bound": 1, "resources": [], "leaves": [{"denominator": 1, "paths": [{"edges": [0], "prices": []}, {"edges": [0], "prices": []}], "inequalities": [[%s, 0, 1, 0, 0, 0]]}], "proof": 0}`, h),
		"steps.json":  jsonText(`{"format": "facet certificate 4", "dag": "DAG", "bound": 1, "sequence": [%s], "cost": 1, "resources": [], "leaves": [{"denominator": 1, "paths": []}], "proof": 0}`, h),
		"result.json": jsonText(`{"sequence": [{"op": %s, "mode": "TAN", "target": "(0 1)"}]}`, h),
		"session.json": jsonText(`{"facet": "session", "version": 1, "dag": {"name": %[1]s, "vertices": [{"id": %[1]s, "size": 1}, {"id": "b", "size": 1}],
			"edges": [{"source": 0, "target": 1, "tangent_cost": 1, "adjoint_cost": 1, "has_model": true}]}, "steps": [{"title": %[1]s, "note": %[1]s, "ops": []}]}`, h),
		"ops.json": jsonText(`{"facet": "session", "version": 1, "dag": {"name": %[1]s, "vertices": [{"id": "0", "size": 1}, {"id": "1", "size": 1}],
			"edges": [{"source": 0, "target": 1, "tangent_cost": 1, "adjoint_cost": 1, "has_model": true}]}, "steps": [{"title": %[1]s, "note": %[1]s, "ops": [%[1]s]}]}`, h),
		"broken.json": `{"facet": "session` + h,
	}
}

// jsonText fills h, as a JSON string that keeps it raw, into a text.
func jsonText(text, h string) string {
	quoted := `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\x1b", `\u001b`, "\a", `\u0007`, "\x00",
		`\u0000`, "\r", `\r`, "\b", `\b`).Replace(h) + `"`
	return fmt.Sprintf(text, quoted)
}

// Nothing that a file, its name or an argument holds reaches the terminal as a
// control sequence, whatever command meets it.
func TestHostileText(t *testing.T) {
	t.Chdir(t.TempDir())
	for round, h := range hostile {
		for name, content := range hostileFiles(h) {
			if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		odd := strings.NewReplacer("/", "", "\x00", "").Replace(h)
		odd = odd[:min(len(odd), 100)] + ".xml"
		if err := os.WriteFile(odd, []byte("1 2 3 4"), 0o600); err != nil {
			odd = "odd.xml" // the system does not take such a name
		}
		for k, name := range append(matching(t, "*.xml", "*.txt", "*.seq", "*.json", "*.in"), odd, "no"+odd,
			h) {
			if strings.Contains(name, "\x00") {
				continue
			}
			for n, args := range [][]string{
				{"show", name}, {"cost", name}, {"cost", "--json", name}, {"solve", name},
				{"solve", "--json", name},
				{"compare", "--methods", "SparseTangent", name}, {"compare", "--methods", "SparseTangent",
					"--json", name},
				{"compare", "--methods", "SparseTangent", "--csv", name},
				{"compare", "--methods", "SparseTangent", name, "lion"},
				{"convert", name}, {"convert", "--to", "dot", name}, {"convert", "--to", "line", name},
				{"convert", "--to", "chain", name},
				{"replay", "face", name}, {"replay", "id.xml", name}, {"verify", "face", name},
				{"verify", name, "bat.json"}, {"admission", name}, {"code", name},
				{"code", "--compare", name}, {"replay", "--losses", "face", name}, {"ranges", name},
				{"ranges", "--csv", name}, {"ranges", "--sequence", name, "face"}, {name},
			} {
				if each := extent.Of(3, 1); (n+k)%each > 0 || round > 0 && (n+k+round)%(3*each) > 0 {
					continue // the first text meets most commands, each other one some
				}
				quiet(t, args...)
			}
		}
		for _, args := range [][]string{
			{"solve", "--out", odd, "bat"}, {"solve", "--log", "id.xml"}, {h}, {h, h}, {"solve", h},
			{"solve", "--" + h, "bat"}, {"solve", "--method", h, "bat"}, {"solve", "--time", h, "bat"},
			{"solve", "--memory", h, "bat"},
			{"solve", "--bound", h, "bat"}, {"solve", "--workers", h, "bat"}, {"show", "--zoom", h, "bat"},
			{"convert", "--to", h, "bat"}, {"--theme", h}, {"solve", "bat", h},
			{"generate", h}, {"generate", "random", h}, {"solve", "--out", h + "/x", "bat"},
			{"compare", "--methods", h, "bat"}, {"samples", h}, {"help", h}, {"__complete", "cost", h},
		} {
			quiet(t, args...)
		}
	}
}

func matching(t *testing.T, patterns ...string) []string {
	t.Helper()
	var all []string
	for _, p := range patterns {
		names, err := filepath.Glob(p)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, names...)
	}
	return all
}

// quiet runs a command on a terminal and checks what reaches it.
func quiet(t *testing.T, args ...string) {
	t.Helper()
	var out, errors bytes.Buffer
	program := Program{In: strings.NewReader(""), Out: &out, Err: &errors, Width: func() int { return 80 }}
	program.Explore = func(context.Context, shell.Explorer) error { return nil }
	program.Run(context.Background(), args)
	for what, text := range map[string]string{"standard output": out.String(),
		"standard error": errors.String()} {
		for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\t' }) {
			if at := model.PlainPrefix(line); at < len(line) {
				t.Fatalf("%.80q: %s has %.40q", args, what, line[at:])
			}
		}
	}
	if lines := strings.Count(errors.String(), "\n"); lines > 1 || errors.Len() > 3000 {
		t.Fatalf("%.80q: %d lines and %d bytes of errors: %.200q", args, lines, errors.Len(), errors.String())
	}
}
