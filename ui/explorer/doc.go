// Package explorer is the full-screen explorer: it shows the dag and its line
// dag, every operation that is possible next, the history and the totals, and
// carries out what the user chooses.
//
// # How it is built
//
// [Model] is the root. It owns small panes that each own a part of the screen:
// header, two pictures, the list of next operations, history, explanation,
// foot, and what may lie over them (palette, help, last page and so on). Panes
// read what they share from one common value and never change it: keys, clicks
// and typed commands all become an [Intent], and the root alone carries intents
// out on the session.
//
// The selection is one value. Every pane shows it in its own way, under the
// same ink and the same words.
//
// A [Companion] is the seam for whoever plans in the background: it owns page 4,
// takes the keys g, b, h, p and x, and gives [pane.Advice] for header and list.
package explorer
