// Package weights computes the chain-cover bound without a linear programme
// solver: by multiplicative weights and dual ascent. The dual solution is kept in
// whole numbers, so there is a proof of what has been reached at every time.
//
// # Multiplicative weights
//
// The bound is the value of a zero-sum game. The resources divide their costs
// among the paths that can use them; each path chooses among its derivations.
// Both sides update by multiplicative weights (Plotkin, Shmoys and Tardos 1995;
// Arora, Hazan and Kale 2012): a price grows exponentially with how often the
// path used the resource, and the chance of an option falls exponentially with
// what it cost. The updates are optimistic (Rakhlin and Sridharan 2013): the last
// round counts once more, as if it were to come again, since plain updates circle
// around the solution. The chances of all derivations of a path at once are
// products along a derivation, so one pass up and one pass down the subpaths of a
// path computes its round.
//
// No chance falls below a least one, which falls with the rounds (as in Herbster and
// Warmuth 1998): an option that had been given up would take long to be noticed after it
// has become cheap, and would cost too little for as long.
//
// Steps adapt to what a path pays, so they do not depend on the unit of costs.
// The mean of the prices, with later rounds counting more, converges, and does so
// long before the last prices do.
//
// # Dual ascent
//
// The means are rounded down to whole numbers. Then one path after the other
// returns its prices, computes the cost of its cheapest derivation if it had all
// that is left of each cost, and takes only what makes it cost that much, from
// the resources first that are least in demand. No path loses by this, so the
// bound never falls, and what is left over serves the paths that follow.
//
// # Pricing
//
// Where there are few paths all of them take part. Where there are many, paths
// are priced out: the demand for resources is a weight on faces and vertices, and
// a path is added if the options at one of its faces, or of one of its vertices,
// are used less than once by the paths so far. Paths may have a cheap cut of another
// kind; where the cheapest ones give few, paths are also taken by chance.
package weights
