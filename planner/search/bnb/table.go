package bnb

import (
	"sync"
	"sync/atomic"

	"facet/model"
	"facet/planner/search/packed"
)

const (
	tableShards = 64 // locks; workers rarely meet
	tableProbes = 32 // places where a key may be
	entryBytes  = 24
)

// Table is a transposition table: the least cost at which each state was
// reached. It grows up to a number of bytes and then forgets old states for new
// ones, so that what it answers is right but not complete.
type Table struct {
	shards [tableShards]tableShard
	bytes  atomic.Int64
	limit  int64
}

type tableShard struct {
	mu      sync.Mutex
	entries []entry // length a power of two
	used    int
	full    bool
	_       [24]byte
}

// entry is empty when its cost is zero: costs are kept plus one.
type entry struct {
	key  packed.Key
	cost int64
}

// newTable makes a table that takes at most limit bytes.
func newTable(limit int64) *Table {
	t := &Table{limit: max(limit, tableShards*tableProbes*entryBytes)}
	for k := range t.shards {
		t.shards[k].entries = make([]entry, tableProbes)
	}
	t.bytes.Store(tableShards * tableProbes * entryBytes)
	return t
}

// Bytes is the memory that the table takes.
func (t *Table) Bytes() int64 { return t.bytes.Load() }

func (t *Table) shard(key packed.Key) *tableShard { return &t.shards[key.Hi>>58] }

// reach records that the state was reached at a cost. It reports whether that is
// news: the state is not known, or only at a higher cost.
func (t *Table) reach(key packed.Key, cost model.Cost) bool {
	s := t.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		free, mask := -1, len(s.entries)-1
		for k := range tableProbes {
			at := (int(key.Lo) + k) & mask
			e := &s.entries[at]
			if e.cost == 0 {
				if free < 0 {
					free = at
				}
				break // nothing is ever taken out, so the key is not further on
			}
			if e.key == key {
				if e.cost <= int64(cost)+1 {
					return false
				}
				e.cost = int64(cost) + 1
				return true
			}
		}
		if (free < 0 || 4*s.used >= 3*len(s.entries)) && !s.full && t.grow(s) {
			continue
		}
		if free >= 0 {
			s.used++
		} else {
			// Forget what is here; the place depends on the key alone.
			free = (int(key.Lo) + int(key.Hi&(tableProbes-1))) & mask
		}
		s.entries[free] = entry{key, int64(cost) + 1}
		return true
	}
}

// cheaper reports whether the state is known at a lower cost.
func (t *Table) cheaper(key packed.Key, cost model.Cost) bool {
	s := t.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	mask := len(s.entries) - 1
	for k := range tableProbes {
		e := &s.entries[(int(key.Lo)+k)&mask]
		if e.cost == 0 {
			break
		}
		if e.key == key {
			return e.cost < int64(cost)+1
		}
	}
	return false
}

// grow doubles a shard, unless the table would become too large: while it grows
// there are both arrays.
func (t *Table) grow(s *tableShard) bool {
	old := s.entries
	more := int64(len(old)) * entryBytes
	if t.bytes.Add(more) > t.limit {
		t.bytes.Add(-more)
		s.full = true
		return false
	}
	s.entries = make([]entry, 2*len(old))
	mask := len(s.entries) - 1
	s.used = 0
	for _, e := range old {
		if e.cost == 0 {
			continue
		}
		for k := range tableProbes {
			if at := (int(e.key.Lo) + k) & mask; s.entries[at].cost == 0 {
				s.entries[at] = e
				s.used++
				break
			}
		}
	}
	return true
}
