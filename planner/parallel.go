package planner

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"

	"facet/planner/ledger"
)

// protect runs the function and turns a panic into an error.
func protect(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the planner failed: %v\n%s", p, debug.Stack())
		}
	}()
	return work()
}

// parallel runs the function for every number below n at once and waits for all.
// One that fails or panics sends the others home; its error is the result.
func (t *task) parallel(n int, work func(k int) error) error {
	var group sync.WaitGroup
	errs := make([]error, n)
	for k := range n {
		group.Go(func() {
			if errs[k] = protect(func() error { return work(k) }); errs[k] != nil {
				t.board.Halt()
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil && !errors.Is(err, ledger.ErrStopped) {
			return err
		}
	}
	if slices.ContainsFunc(errs, func(err error) bool { return err != nil }) {
		return ledger.ErrStopped
	}
	return nil
}
