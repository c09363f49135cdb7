// Package record makes a recording of the explorer stepping through a sequence or
// a lesson: an asciicast, version 2, with a marker at every
// step, as asciinema and the players of web pages show it.
//
// The frames are those of the real explorer, which is driven by messages; there is
// no terminal, and no time passes. A recording is therefore the same every time.
package record
