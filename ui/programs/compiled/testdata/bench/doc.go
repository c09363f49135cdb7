// Package bench holds functions of the kinds that Jacobian code is made for. They are
// beside those of samples/code in the race of peers.py. Some led to what the code does
// better since, as docs/measured.md says, so they are no independent test of it.
package bench
