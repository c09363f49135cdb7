// Package archive writes what runs of the planner have found, and reads it back
// without believing it: sequences are replayed and proved, and a lower bound
// counts only with a certificate that holds. It knows nothing of screens; the
// files lie in package store.
package archive
