package modeltest

import (
	"context"
	"runtime"
	"runtime/debug"
	"testing"
)

// Memory is how many bytes a reader takes, with the error that it gives: all that it
// allocates. Where that is more than it may take at once, it reads again, and the answer is
// the most that there was when it asked its context whether to go on.
func Memory(t testing.TB, allowed uint64, read func(context.Context) error) (uint64, error) {
	t.Helper()
	before := stats().TotalAlloc
	err := read(t.Context())
	if all := stats().TotalAlloc - before; all <= allowed {
		return all, err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	runtime.GC()
	first := stats().HeapAlloc
	asked := &asked{Context: t.Context(), most: first}
	err = read(asked)
	if asked.times == 0 {
		t.Errorf("it allocates more than %d MB, and never asks its context", allowed>>20)
	}
	return asked.most - first, err
}

// asked is a context that looks at the memory whenever it is asked.
type asked struct {
	context.Context
	times int
	most  uint64
}

func (a *asked) Err() error {
	a.times++
	a.most = max(a.most, stats().HeapAlloc)
	return a.Context.Err()
}

func stats() (m runtime.MemStats) {
	runtime.ReadMemStats(&m)
	return m
}
