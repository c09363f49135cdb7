package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

// A file that does not count as a whole is said in one sentence; otherwise each mistake is,
// and that the rest holds.
func TestConfigSaysOneThing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.yaml")
	const notYAML = "this is not YAML, and nothing in the file counts: signs such as : ? * need quotes"
	for text, want := range map[string]string{
		"theme: [": "facet: " + path + ", line 1: " + notYAML + " (did not find expected node content)\n",
		"- light":  "facet: " + path + ", line 1: the file takes lines such as name: value, and has none\n",
		"fps: 0\nhints: on\nkeys: 3": "line 1: fps is a number from 1 to 120, and not \"0\"\n" +
			"line 3: keys takes lines such as name: value\n" +
			"facet: " + path + " has 2 mistakes; the other lines hold\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errors bytes.Buffer
		p := Program{Out: &out, Err: &errors, Getenv: func(string) string { return "" }}
		code := p.Run(context.Background(), []string{"config", "--config", path})
		if code != 1 || errors.String() != want {
			t.Errorf("%q: exit code %d, %s, want %s", text, code, errors.String(), want)
		}
	}
}
