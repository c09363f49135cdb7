package ranges

import (
	"fmt"
	"sync"

	"facet/model"
)

// pool has the sequences that were found so far, for any question: each is an upper
// bound of the optimum for all values of all parameters. Any goroutine may use it.
type pool struct {
	mu    sync.Mutex
	bills []*bill
	known map[string]bool
}

// take adds complete sequences of the dag.
func (p *pool) take(g *model.Dag, sequences ...[]model.Op) error {
	for _, ops := range sequences {
		b, end, err := newBill(g, ops)
		if err != nil {
			return err
		}
		if end.Done() {
			p.add(b)
		}
	}
	return nil
}

func (p *pool) add(b *bill) {
	key := fmt.Sprint(b.uses)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil {
		p.known = make(map[string]bool)
	}
	if !p.known[key] {
		p.known[key] = true
		p.bills = append(p.bills, b)
	}
}

// from gives the sequences from the n-th on.
func (p *pool) from(n int) []*bill {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bills[n:len(p.bills):len(p.bills)]
}
