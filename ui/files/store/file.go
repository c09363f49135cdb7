package store

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"facet/ui/files"
)

// read reads a value that write has written; false where that fails. A directory without
// a name holds nothing.
func (d Directory) read(path string, most int64, value any) bool {
	if d.dir == "" {
		return false
	}
	content, err := readSmall(path, most)
	return err == nil && json.Unmarshal(content, value) == nil
}

// write writes a value as JSON.
func (d Directory) write(path string, value any) error {
	if d.dir == "" {
		return nil
	}
	content, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return d.writeFile(path, append(content, '\n'))
}

// readSmall reads a file of the directory, unless it is larger than any that facet
// writes.
func readSmall(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.Size() > most:
		return nil, fmt.Errorf("%s has %d bytes and not at most %d", path, info.Size(), most)
	}
	return files.ReadFile(path)
}

// writeFile replaces a file of the directory as a whole and returns when the file is on
// the disk.
func writeFile(path string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("the folder %s cannot be created: %w", filepath.Dir(path), files.Reason(err))
	}
	if err := files.ReplaceBy(path, write, 0o600); err != nil {
		return fmt.Errorf("%s: %w", filepath.Dir(path), files.Reason(err))
	}
	return nil
}
