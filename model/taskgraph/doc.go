// Package taskgraph is an elimination sequence as tasks with precedence constraints: an
// operation needs the Jacobians whose entries it uses, and one that stands for a sum
// (Rule 2, absorb and merge) needs all of its products. Any order of the tasks that
// keeps to this, and any schedule on several machines, computes the same Jacobian.
//
// It also says what is held in memory while the tasks are carried out in some order, as
// [model.MemoryOf] does for the order of the sequence: with patterns, a sum holds the
// entries of the parts that have arrived. It does not search for orders and knows
// nothing of machines.
package taskgraph
