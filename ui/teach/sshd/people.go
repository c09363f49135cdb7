package sshd

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"facet/ui/files"

	gossh "golang.org/x/crypto/ssh"
)

// people are the keys that were listed, each with the name that stands behind it.
type people map[string]string

// harmless are options before a key about what is never granted.
var harmless = []string{"no-port-forwarding", "no-agent-forwarding", "no-x11-forwarding", "no-user-rc",
	"permitopen", "permitlisten", "port-forwarding", "agent-forwarding", "x11-forwarding", "user-rc", "pty"}

// readPeople reads a file of public keys in the format of sshd; an empty path lists no key. A line
// with an option that would restrict the key is refused: nothing here would obey it.
func readPeople(path string) (people, error) {
	if path == "" {
		return nil, nil
	}
	content, err := files.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the keys in %s: %w", path, err)
	}
	all := make(people)
	for k, text := range bytes.Split(content, []byte("\n")) {
		text = bytes.TrimSpace(text)
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		key, name, options, _, err := gossh.ParseAuthorizedKey(text)
		if err != nil {
			return nil,
				fmt.Errorf("line %d of %s is not a public key: write one as in an id_ed25519.pub, or # before a comment", k+1, path)
		}
		for _, option := range options {
			option, _, _ = strings.Cut(option, "=")
			if !slices.Contains(harmless, strings.ToLower(option)) {
				return nil,
					fmt.Errorf("line %d of %s: %s is not supported, and the key would come in without it: take the line or the option out", k+1, path, option)
			}
		}
		all[fingerprint(key)] = name
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s lists no key: add one, or nobody can connect", path)
	}
	return all, nil
}

// has reports whether a key is listed.
func (p people) has(key string) bool {
	_, ok := p[key]
	return ok
}

// fileName is a name fit for a command line and for a file.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r <= ' ' || r >= 0x7f || r == '/' || r == '\\' {
			return '_'
		}
		return r
	}, name)
	return name[:min(len(name), mostText)]
}

// fingerprint is what a key's sessions are kept under: fit for the name of a folder.
func fingerprint(key gossh.PublicKey) string {
	sum := sha256.Sum256(key.Marshal())
	return hex.EncodeToString(sum[:])
}
