package latest

import (
	"context"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A reader of a latest value sees versions grow and the last value in the end, however
// slow, and setting it waits for no reader.
func TestLatest(t *testing.T) {
	const last = 2000
	var s Value[int]
	if _, version := s.Now(); version != 0 {
		t.Error("there is a value before any was set")
	}
	var readers sync.WaitGroup
	for range 20 {
		readers.Go(func() {
			for value, version := 0, uint64(0); value != last; {
				next, newer, err := s.After(t.Context(), version)
				if err != nil || newer <= version || next <= value {
					t.Errorf("after %d (version %d) came %d (%d): %v", value, version, next, newer, err)
					return
				}
				value, version = next, newer
			}
		})
	}
	for k := 1; k <= last; k++ {
		s.Set(k)
	}
	readers.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, version, err := s.After(ctx, last); err == nil || version != last {
		t.Error("nobody set it, and it gave", version)
	}
}
