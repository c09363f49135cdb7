package schedule

import (
	"syscall"
	"time"
)

// processorTime is how long processors have worked for this process; false where the system
// does not say.
func processorTime() (time.Duration, bool) {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0, false
	}
	var created, exited, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(self, &created, &exited, &kernel, &user); err != nil {
		return 0, false
	}
	return filetime(kernel) + filetime(user), true
}

// filetime is a span of time, which the system counts in units of 100 ns.
func filetime(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
