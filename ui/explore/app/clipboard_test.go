package app

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"facet/model/generate"
	"facet/ui/draw/style"
	"facet/ui/explore/documents"
	"facet/ui/files"
	"facet/ui/terminal"
)

// sent is what was sent to the clipboard last.
func sent(t *testing.T, out *bytes.Buffer) string {
	t.Helper()
	all := regexp.MustCompile("\x1b\\]52;c;([A-Za-z0-9+/=]*)\a").FindAllStringSubmatch(out.String(), -1)
	if len(all) == 0 {
		return ""
	}
	text, err := base64.StdEncoding.DecodeString(all[len(all)-1][1])
	if err != nil {
		t.Fatal(err)
	}
	out.Reset()
	return string(text)
}

// Formula, sequence, dag, figure and command go to the terminal, and the foot says so.
func TestCopy(t *testing.T) {
	o, out := testOptions(sample(t, "bat"), style.Mono, false), &bytes.Buffer{}
	o.Terminal = terminal.Terminal{Out: out}
	o.Dag = o.Dag.Classic()
	d := start(t, o, 100, 30)
	copied := func(want, notice string) {
		t.Helper()
		if have := sent(t, out); !strings.Contains(have, want) {
			t.Errorf("%q is copied, not %q", have, want)
		}
		if !strings.Contains(d.m.View(), notice) {
			t.Errorf("no %q on\n%s", notice, d.m.View())
		}
	}
	d.press("y")
	copied("F'(-1,1,3) := F'(1,3)·F'(-1,1)   n_i·n_j·n_k = 2·1·1 = 2", "Copied the formula, ")
	d.command("copy command")
	copied("facet --classic bat", "Copied the command, 19 bytes. facet --classic bat")
	d.press("Y")
	copied("", "The sequence has no operation yet")
	d.press("enter", "Y")
	copied("# bat, total 2\nELI MUL (-1 1)(1 3) 2\n", "Copied the sequence, ")
	d.command("copy command")
	copied("facet replay --partial --classic bat - <<'END'\nELI MUL (-1 1)(1 3) 2\nEND\n",
		"Copied the command, ")
	d.command("copy dag")
	copied("<graphml", "Copied the dag as GraphML, ")
	d.command("copy figure")
	copied("<svg", "Copied the pictures as SVG, ")
}

// What terminals do not take is not sent, and what to do is said.
func TestCopyKeepsLimits(t *testing.T) {
	g, err := generate.Random(400, 900, generate.Elementals{MaxSize: 20, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	o, out := testOptions(g, style.Mono, false), &bytes.Buffer{}
	o.Terminal, o.Dag = terminal.Terminal{Out: out}, g
	d := start(t, o, 100, 30)
	d.command("copy dag")
	if text := d.m.View(); sent(t, out) != "" ||
		!strings.Contains(text, "Not copied: the dag as GraphML has") ||
		!strings.Contains(text, ":export FILE writes") {
		t.Errorf("%s", text)
	}
}

// Files have names that a shell reads as they are.
func TestQuotedForShell(t *testing.T) {
	for word, want := range map[string]string{"my.xml": "my.xml", "a b.xml": "'a b.xml'", "it's": `'it'\''s'`,
		"-x": "'./-x'", "$(rm)": "'$(rm)'", "größe": "'größe'"} {
		if have := quotedForShell(word); have != want {
			t.Errorf("%s is quoted %s", word, have)
		}
	}
	c := newScreen(&Options{Files: &files.Disk{}}, nil)
	g := random(t, 8, 12)
	if name := c.name(g); name != documents.Stem(g.Name)+".xml" {
		t.Error(name)
	}
	c.opened = opened{g, "my dags/x.xml"}
	if name := c.name(g); name != "'my dags/x.xml'" {
		t.Error(name)
	}
}
