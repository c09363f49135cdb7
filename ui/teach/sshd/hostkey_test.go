package sshd

import (
	"strings"
	"testing"
)

// No message asks to change who may look into a folder.
func TestHostKeyIsAFolder(t *testing.T) {
	if _, _, err := hostKey(t.TempDir()); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a folder as the host key: %v", err)
	}
}
