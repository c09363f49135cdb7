// Package examples holds straight-line functions from which facet code makes
// Jacobian code. Each is written from published formulas; see ../../docs/measured.md
// for what their Jacobians cost.
package examples
