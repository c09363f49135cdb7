//go:build !unix

package launch

import "os"

// Serve does nothing: there are no such signals here.
func Serve() <-chan os.Signal { return nil }
