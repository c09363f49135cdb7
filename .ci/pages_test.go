package ci

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pages are what users and developers read.
func pages(t *testing.T) []string {
	all := []string{"README.md", "CHANGELOG.md", "samples/README.md"}
	for _, pattern := range []string{"docs/*.md", "samples/lessons/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	return all
}

// foreignCode is what begins blocks of a page that are no shell commands: code of
// users, and the worked examples, which .ci/examples tries.
var foreignCode = regexp.MustCompile("^(go|md|sh try|diff|cpp|python|xml|yaml|markdown|facet|puzzle|compare)\\b")

var (
	span = regexp.MustCompile("`+[^`]+`+")
	// example is the path of a worked example, or a test in one.
	example = regexp.MustCompile("(?m)^```(?:go|md) (\\S+)|^func (Test\\w+)")
	link    = regexp.MustCompile(`\]\(([^)#:\s]+)[)#]`)
)

// page reports the mistakes on a page. Of the changelog, the newest section is looked
// at: older ones are about older trees.
func (n *names) page(name, text string, report func(line int, what, why string)) {
	if before, after, ok := strings.Cut(text, "\n## "); ok && name == "CHANGELOG.md" {
		newest, _, _ := strings.Cut(after, "\n## ")
		text = before + "\n## " + newest
	}
	for _, m := range example.FindAllStringSubmatch(text, -1) {
		n.paths[m[1]], n.paths[path.Dir(m[1])] = true, true
		n.tests = append(n.tests, m[2])
	}
	fence, info := "", ""
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\n")
		here := func(what, why string) { report(number, what, why) }
		trimmed := strings.TrimLeft(line, " ")
		ticks := trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, "`"))]
		switch {
		case fence == "" && len(ticks) > 2:
			fence, info = ticks, trimmed[len(ticks):]
		case fence != "" && trimmed == fence:
			fence = ""
		case fence != "" && foreignCode.MatchString(info):
		case fence != "" || strings.HasPrefix(line, "    "):
			n.command(trimmed, here)
			n.places(trimmed, here)
		default:
			for _, code := range span.FindAllString(line, -1) {
				code = strings.Trim(code, "`")
				n.command(code, here)
				n.mentions(goTest.ReplaceAllString(code, ""), here)
			}
			for _, to := range link.FindAllStringSubmatch(line, -1) {
				if _, err := os.Stat(filepath.Join(filepath.Dir(name), to[1])); err != nil {
					here(to[1], "there is no such file")
				}
			}
		}
	}
}

var (
	goDoc  = regexp.MustCompile(`go doc (\S+)`)
	goTest = regexp.MustCompile(`-(run|bench)[ =]'?([^\s']+)`)
	facet  = regexp.MustCompile(`(?:\bfacet|go run \.) ([^|;&]*)`)
)

// command reports the mistakes in a command for a shell.
func (n *names) command(line string, report func(name, why string)) {
	line, _, _ = strings.Cut(line, " # ")
	for _, m := range goDoc.FindAllStringSubmatch(line, -1) {
		if !n.exists(m[1]) {
			report(m[0], "there is no such package or name")
		}
	}
	for _, m := range goTest.FindAllStringSubmatch(line, -1) {
		for name := range strings.SplitSeq(m[2], "|") {
			name, _, _ = strings.Cut(name, "/")
			if name != "." && name != "xxx" && !n.isTest(m[1], name) {
				report("-"+m[1]+" "+name, "there is no such test")
			}
		}
	}
	of, flags := "", ""
	if m := facet.FindStringSubmatch(line); m != nil {
		of, flags = "facet", m[1]
		for word := range strings.FieldsSeq(m[1]) {
			if longer := of + "-" + word; n.flags[longer] != nil {
				of = longer
			}
		}
	} else if strings.HasPrefix(line, "--") {
		flags, _, _ = strings.Cut(line, " ")
	}
	for _, name := range flag.FindAllString(flags, -1) {
		if !n.flags[of][name] {
			report(name, "there is no such flag")
		}
	}
}

// The first block of README starts the program and tests it, and the gate tests it with
// the same command.
func TestNamesOfFirstCommands(t *testing.T) {
	t.Chdir("..")
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	gate, err := os.ReadFile(".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	first := regexp.MustCompile(`^\ngo run \. bat +#[^\n]*\ngo test \./\.\.\. +#[^\n]*$`)
	blocks := strings.Split(string(page), "\n```")
	if len(blocks) < 3 || !first.MatchString(blocks[1]) {
		t.Errorf("README does not begin with the two commands of a fresh machine, but with%s", blocks[1])
	}
	_, tests, _ := strings.Cut(string(gate), "\ntests() {\n")
	if body, _, ok := strings.Cut(tests, "\n}\n"); !ok || !strings.Contains(body, "\n  go test ./...\n") {
		t.Error("the step tests of .ci/run does not run `go test ./...` as README has it")
	}
	if lines := strings.Count(string(page), "\n"); lines > 120 {
		t.Errorf("README has %d lines, more than 120: move what is detail to its page", lines)
	}
}

// isTest reports whether -run or -bench finds something by a pattern.
func (n *names) isTest(kind, pattern string) bool {
	is, err := regexp.Compile(pattern)
	for _, name := range n.tests {
		if err == nil && strings.HasPrefix(name, "Benchmark") == (kind == "bench") && is.MatchString(name) {
			return true
		}
	}
	return false
}
