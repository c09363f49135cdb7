// Package peak looks for the order of a sequence's tasks in which the fewest entries of
// Jacobians are held at once: a one-shot pebble game with weights (Sethi 1975; Liu 1987).
// It gives the order, a lower bound of all orders, and says whether they meet.
//
// What is held after some tasks depends on the set of them alone, so that the sets are
// the states of a bottleneck shortest path problem. Small graphs are searched to the
// end, larger ones by greedy orders and a beam.
package peak
