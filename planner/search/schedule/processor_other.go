//go:build !unix && !windows

package schedule

import "time"

// processorTime is how long processors have worked for this process; false where the system
// does not say.
func processorTime() (time.Duration, bool) { return 0, false }
