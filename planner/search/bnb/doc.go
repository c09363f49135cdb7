// Package bnb is branch and bound over face eliminations, and over edge
// eliminations as a part of them.
//
// A node is a state and the cost so far. Nodes are explored best first: the
// lowest cost plus lower bound of the rest. Now and then a worker plunges: it
// follows the best child down to a complete sequence, so that there are
// incumbents however weak the bound is. What is kept of a node is its parent
// and one move, so that a node takes 32 bytes and its state is played again when
// its turn comes; that costs microseconds where bounds cost more. When memory is
// full, nodes are explored depth first, which needs none, and the search stays
// exact.
//
// A state can be reached in many orders of independent eliminations. The
// transposition table knows the least cost at which each state was reached; it
// may forget states when it is full, but never invents one. Components of the
// face graph do not touch each other, so only one of them is worked on at a
// time: any order of two independent sequences gives the same state at the same
// cost, and the states in which both are half done need not be seen.
package bnb
