package launch

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Signals returns a context that ends when a signal asks the process to end. The process
// then ends in order: files are written and the screen is restored. A second ctrl+c ends
// it at once. A terminal that goes away sends several signals, which count as one.
func Signals() context.Context {
	ctx, _ := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGHUP)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGQUIT)
	context.AfterFunc(ctx, stop)
	signal.Ignore(syscall.SIGPIPE) // the error of the write reports it as well
	return ctx
}

// StayUp keeps the process running when its terminal goes away, as a server does.
func StayUp() { signal.Ignore(syscall.SIGHUP) }
