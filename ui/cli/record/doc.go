// Package record records the explorer as it steps through a sequence or a lesson: as an
// asciicast, version 2, with a marker at every step, or as an animated SVG.
//
// The frames are those of the real explorer, driven by messages. There is no terminal and
// no clock, so a recording is the same every time.
package record
