package sshd

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"facet/ui/files"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// people are the keys that were listed, with the names that stand behind them.
type people map[string]string

// readPeople reads a file of public keys as sshd does; an empty path has nobody.
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
		key, name, _, _, err := gossh.ParseAuthorizedKey(text)
		if err != nil {
			return nil, fmt.Errorf("line %d of %s is not a public key: write one as in an id_ed25519.pub, or # before a comment", k+1, path)
		}
		all[fingerprint(key)] = name
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s lists no key: add one, or nobody can connect", path)
	}
	return all, nil
}

func (p people) has(key ssh.PublicKey) bool {
	_, ok := p[fingerprint(key)]
	return ok
}

// fingerprint is what a key's sessions are kept under: fit for the name of a folder.
func fingerprint(key gossh.PublicKey) string {
	sum := sha256.Sum256(key.Marshal())
	return hex.EncodeToString(sum[:])
}
