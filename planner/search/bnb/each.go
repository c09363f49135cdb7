package bnb

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// each runs the function for every number below n at once, waits for all, and
// gives the first error. A panic is an error, too.
func each(n int, work func(k int) error) error {
	var group sync.WaitGroup
	errs := make([]error, n)
	for k := range n {
		group.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					errs[k] = fmt.Errorf("worker %d of the search failed: %v\n%s", k, p, debug.Stack())
				}
			}()
			errs[k] = work(k)
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
