//go:build unix

package sshd

import "syscall"

// fewFiles is how many connections may wait where the process can open few files, so that there
// are some for sessions and for what is saved; 0 where it can open enough. Go has raised the
// limit as far as it may when the program begins.
func fewFiles() int {
	const enough = 8192
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil || limit.Cur >= enough {
		return 0
	}
	return int(max(1, limit.Cur/8))
}
