//go:build unix

package sshd

import "syscall"

// openFiles is how many files the process can open at once; 0 where that is not known. Go
// has raised it as far as it may when the program begins.
func openFiles() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return 0
	}
	return int(min(limit.Cur, 1<<30))
}
