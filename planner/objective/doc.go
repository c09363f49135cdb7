// Package objective looks for elimination sequences that are best in another way than by
// their cost: the shortest on several machines, and the cheapest that never holds more
// entries of Jacobians than a budget. Small dags and chains are searched to the end; of
// others it gives the best sequence found, and a bound.
//
// It takes the least cost, and its bound, from who asks: it does not run the planner.
package objective
