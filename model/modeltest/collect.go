package modeltest

import (
	"os"
	"runtime/debug"
)

// Tests keep little and drop much: collecting it at Go's usual pace takes a fifth of their
// time (measured in three packages: 15 to 25 %). Those that import this package collect eight
// times as seldom, but for what has a gigabyte, and as the environment says where it does.
func init() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(800)
		debug.SetMemoryLimit(1 << 30)
	}
}
