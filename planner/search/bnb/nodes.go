package bnb

import (
	"facet/model"
	"facet/planner/search/packed"
)

const (
	nodeBytes = 32
	chunkBits = 13
	chunkSize = 1 << chunkBits
)

// none is the number of no node.
const none = ^uint32(0)

// node is one move after its parent.
type node struct {
	cost   model.Cost // so far
	group  group      // the edge elimination that is under way
	parent uint32
	u, v   int16
	bits   uint8 // mode and accumulations of the move
	depth  uint16
}

const (
	bitAccU = 4
	bitAccV = 8
)

func (n *node) setMove(m packed.Move) {
	n.u, n.v, n.bits = int16(m.U), int16(m.V), uint8(m.Mode)
	if m.AccU {
		n.bits |= bitAccU
	}
	if m.AccV {
		n.bits |= bitAccV
	}
}

func (n *node) move() packed.Move {
	return packed.Move{
		U: int32(n.u), V: int32(n.v), Mode: model.Mode(n.bits & 3),
		AccU: n.bits&bitAccU != 0, AccV: n.bits&bitAccV != 0,
	}
}

// nodes is an array that grows by chunks and holds no pointers, so that the
// garbage collector passes it by. Numbers are given out under the lock of the
// queue; reading needs no lock once a number is known, since the list of chunks
// has its final length from the start.
type nodes struct {
	chunks [][]node
	count  uint32
}

func newNodes(limit int64) *nodes {
	most := min(limit/nodeBytes, int64(none)-chunkSize)
	return &nodes{chunks: make([][]node, most/chunkSize+2)}
}

func (n *nodes) at(id uint32) *node { return &n.chunks[id>>chunkBits][id&(chunkSize-1)] }

// full reports whether there is no room for more.
func (n *nodes) full(more int) bool {
	return int(n.count)+more >= len(n.chunks)*chunkSize
}

func (n *nodes) add(one node) uint32 {
	id := n.count
	if n.chunks[id>>chunkBits] == nil {
		n.chunks[id>>chunkBits] = make([]node, chunkSize)
	}
	n.count++
	*n.at(id) = one
	return id
}

func (n *nodes) bytes() int64 {
	return int64(n.count+chunkSize-1) / chunkSize * chunkSize * nodeBytes
}
