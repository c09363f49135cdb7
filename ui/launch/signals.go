package launch

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Signals gives the context that ends when the process is asked to end. Whatever
// asks ends it in order: files are written, the screen is left. A second ctrl+c
// ends it at once; a terminal that goes away says so more than once, and is
// heard once.
func Signals() context.Context {
	ctx, _ := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGHUP)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGQUIT)
	context.AfterFunc(ctx, stop)
	signal.Ignore(syscall.SIGPIPE) // the error of writing tells it as well
	return ctx
}

// StayUp has the process go on when its terminal goes away, as a server does.
func StayUp() { signal.Ignore(syscall.SIGHUP) }
