// Package generate makes dags: Newton chains as in the paper, and random ones
// for experiments. The same arguments, seed included, always give the same dag.
package generate
