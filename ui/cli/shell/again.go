package shell

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Given lists the flags that a command was given, as words for a shell, without some of them.
func Given(c *cobra.Command, without ...string) (words []string) {
	c.Flags().Visit(func(f *pflag.Flag) {
		switch {
		case slices.Contains(without, f.Name):
		case f.Value.Type() == "bool":
			words = append(words, "--"+f.Name+map[string]string{"false": "=false"}[f.Value.String()])
		case f.Value.Type() == "stringSlice":
			words = append(words, "--"+f.Name, Quoted(strings.Trim(f.Value.String(), "[]")))
		default:
			words = append(words, "--"+f.Name, Quoted(f.Value.String()))
		}
	})
	return words
}

// Quoted quotes a word for a shell.
func Quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("_-./+=:,@%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
