package format

import (
	"fmt"
	"os"

	"github.com/google/renameio/v2/maybe"
)

// WriteFile puts content into the file at path so that nobody ever sees a part
// of it: a file that was there stays until the new one is complete. What is no
// regular file (a pipe, a device) is written to directly.
func WriteFile(path string, content []byte) error {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		return fmt.Errorf("cannot write %s: it is a directory, not a file", path)
	}
	if err == nil && !info.Mode().IsRegular() {
		err = os.WriteFile(path, content, 0o666)
	} else {
		err = maybe.WriteFile(path, content, 0o666)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	return nil
}
