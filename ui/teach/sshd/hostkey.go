package sshd

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"facet/ui/files"

	gossh "golang.org/x/crypto/ssh"
)

// hostKey reads the server's key, or makes one that only this user can read. fresh says
// that it was made.
func hostKey(path string) (key gossh.Signer, fresh bool, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeHostKey(path); err != nil {
			return nil, false, fmt.Errorf("the host key %s cannot be created: %w", path, files.Reason(err))
		}
		fresh = true
	} else if err == nil && info.IsDir() {
		return nil, false, fmt.Errorf("the host key %s is a directory: name a file with --host-key", path)
	} else if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, false,
			fmt.Errorf("others can read the host key %s: chmod 600 it, or choose another one with --host-key",
				path)
	}
	content, err := files.ReadFile(path)
	if err != nil {
		return nil, false, fmt.Errorf("the host key %s cannot be read: %w", path, err)
	}
	key, err = gossh.ParsePrivateKey(content)
	if err != nil {
		return nil, false,
			fmt.Errorf("%s is not a private key without a passphrase: choose another one with --host-key",
				path)
	}
	return key, fresh, nil
}

func makeHostKey(path string) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := gossh.MarshalPrivateKey(private, "facet serve")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return files.Replace(path, pem.EncodeToMemory(block), 0o600)
}
