package ci

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// docs are the pages that users and developers read.
func docs(t *testing.T) []string {
	var all []string
	for _, pattern := range []string{"docs/*.md", "samples/lessons/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	return append(all, "README.md", "CHANGELOG.md", "samples/README.md")
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

// inDoc are the mistakes on a page. Of the changelog, the newest section is looked at:
// older ones are about older trees.
func (n *names) inDoc(name, text string) (wrong []string) {
	if before, after, ok := strings.Cut(text, "\n## "); ok && name == "CHANGELOG.md" {
		newest, _, _ := strings.Cut(after, "\n## ")
		text = before + "\n## " + newest
	}
	for _, m := range example.FindAllStringSubmatch(text, -1) {
		n.paths[m[1]], n.paths[path.Dir(m[1])], n.tests[m[2]] = true, true, true
	}
	fence, info := "", ""
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\n")
		report := func(what, why string) {
			wrong = append(wrong, fmt.Sprintf("%s:%d: %s: %s", name, number, what, why))
		}
		trimmed := strings.TrimLeft(line, " ")
		ticks := trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, "`"))]
		switch {
		case fence == "" && len(ticks) > 2:
			fence, info = ticks, trimmed[len(ticks):]
		case fence != "" && trimmed == fence:
			fence = ""
		case fence != "" && foreignCode.MatchString(info):
		case fence != "" || strings.HasPrefix(line, "    "):
			n.inCode(trimmed, report)
			n.places(trimmed, report)
		default:
			for _, code := range span.FindAllString(line, -1) {
				code = strings.Trim(code, "`")
				n.inCode(code, report)
				n.mentions(goTest.ReplaceAllString(code, ""), report)
			}
			for _, to := range link.FindAllStringSubmatch(line, -1) {
				if _, err := os.Stat(filepath.Join(filepath.Dir(name), to[1])); err != nil {
					report(to[1], "there is no such file")
				}
			}
		}
	}
	return wrong
}

var (
	goDoc   = regexp.MustCompile(`go doc (\S+)`)
	goTest  = regexp.MustCompile(`-(run|bench)[ =]'?([^\s']+)`)
	command = regexp.MustCompile(`(?:\bfacet|go run \.) ([^|;&]*)`)
	flag    = regexp.MustCompile(`--[a-z][a-z-]*`)
)

// inCode are the mistakes in commands for a shell.
func (n *names) inCode(line string, report func(name, what string)) {
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
	if m := command.FindStringSubmatch(line); m != nil {
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

// isTest reports whether -run or -bench finds something by a pattern.
func (n *names) isTest(kind, pattern string) bool {
	is, err := regexp.Compile(pattern)
	for name := range n.tests {
		if err == nil && strings.HasPrefix(name, "Benchmark") == (kind == "bench") && is.MatchString(name) {
			return true
		}
	}
	return false
}

// readFlags asks the program for its manual pages, and takes the flags from them: by
// command, those of the commands below it included, and for "" all.
func (n *names) readFlags(folder string) error {
	if out, err := exec.Command("go", "run", ".", "man", folder).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	pages, err := filepath.Glob(filepath.Join(folder, "*.1"))
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			return err
		}
		of := strings.TrimSuffix(filepath.Base(page), ".1")
		found := append(flag.FindAllString(strings.ReplaceAll(string(text), `\-`, "-"), -1), "--help", "--version")
		for more := true; more; {
			if n.flags[of] == nil {
				n.flags[of] = make(map[string]bool)
			}
			for _, name := range found {
				n.flags[of][name] = true
				n.flags[""][name] = true
			}
			i := strings.LastIndex(of, "-")
			if more = strings.Count(of, "-") > 1; more {
				of = of[:i]
			}
		}
	}
	return err
}
