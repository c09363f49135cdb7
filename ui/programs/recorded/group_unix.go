//go:build unix

package recorded

import (
	"os/exec"
	"syscall"
)

// alone puts a process into a group of its own, which is ended as a whole, with all
// processes that the program has started.
func alone(run *exec.Cmd) {
	run.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	run.Cancel = func() error { return syscall.Kill(-run.Process.Pid, syscall.SIGKILL) }
}
