package modeltest

import (
	"runtime"
	"sync/atomic"
)

// Disturb has n goroutines take the processors' time until it is stopped.
func Disturb(n int) (stop func()) {
	var over atomic.Bool
	for range n {
		go func() {
			for !over.Load() {
				for range 1000 {
				}
				runtime.Gosched()
			}
		}()
	}
	return func() { over.Store(true) }
}
