package command

import (
	"fmt"
	"io"

	"facet/ui/door"
)

// outlet remembers that something could not be written (a full disk, a closed
// standard output), so that a command that prints line by line need not ask
// after every line.
type outlet struct {
	io.Writer
	failed error
}

func (o *outlet) Write(text []byte) (int, error) {
	n, err := o.Writer.Write(text)
	if err != nil && o.failed == nil {
		o.failed = fmt.Errorf("cannot write the result: %w", door.Reason(err))
	}
	return n, err
}
