// Package measured makes a dag of what a run of a program reported: its modules, which
// of them uses what others gave, and the times of their values, tangents and
// adjoints. Times become cost curves, and costs become times again. It knows
// nothing of how programs are run, nor of their languages.
package measured
