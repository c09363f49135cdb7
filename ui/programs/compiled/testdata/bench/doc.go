// Package bench holds functions of the kinds that Jacobian code is made for. They are
// beside those of samples/code in the race of TestPeers, and nothing is tuned on them
// alone: none is a sample.
package bench
