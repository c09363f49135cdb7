// Package picture draws dags as text so that every edge can be traced with a
// finger. It knows graphs, labels and marks, and nothing of what they mean.
package picture
