// Package objective looks for elimination sequences that are best in another way than by
// their cost: the shortest on several machines, and the cheapest that never holds more
// entries of Jacobians than a budget. Small dags and chains are searched to the end; of
// others it gives the best sequence found, and a bound.
//
// The caller gives it the least cost and its bound: it does not run the planner.
//
// # Files
//
//	makespan.go   the shortest sequence on several machines
//	chain.go      the same for chains, exactly
//	exact.go      the same for small dags, exactly
//	paths.go      a bound of the makespan by paths
//	peak.go       the cheapest sequence within a budget of memory
//	reorder.go    the order of one sequence that holds least
//	front.go      the trade between cost, peak and makespan
//	line.go       the line dag with a value for each vertex
package objective
