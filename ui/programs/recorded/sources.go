package recorded

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"os"
	"path/filepath"
	"regexp"
)

// included finds what a C++ file takes in from its own folder or from below.
var included = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"`)

// fileDigits stand for a C++ program's file and for the files of its own that it includes;
// there are none where it cannot be read.
func fileDigits(program string) string {
	h := sha256.New()
	if !addSource(h, program, make(map[string]bool)) {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// addSource adds a file and what it includes. What is not found beside it is a library's;
// facet's own header is no part of a program.
func addSource(h hash.Hash, file string, seen map[string]bool) bool {
	file = filepath.Clean(file)
	if seen[file] || filepath.Base(file) == "facet_modules.hpp" {
		return true
	}
	seen[file] = true
	text, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	_, _ = h.Write(text) // a hash takes everything
	for _, m := range included.FindAllSubmatch(text, -1) {
		addSource(h, filepath.Join(filepath.Dir(file), string(m[1])), seen)
	}
	return true
}
