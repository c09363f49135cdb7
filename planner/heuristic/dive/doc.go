// Package dive turns what a relaxation of the chain cover buys into sequences
// that can be carried out.
//
// A cover is a set of items from which every word can be derived. Where the
// relaxation is integral its support is one, for the price of the bound; but a
// sequence uses each item once, for all words at the same time, and whether that
// is possible no item says. [Problem.Dive] goes down from the start and keeps
// every word derivable from what is left of the cover; where that fails it buys
// more.
//
// What makes it work: the cover is made integral before the first move; an
// accumulation is part of the move that uses it, and what it merges is part of
// the move as well; only words that a move touches, or that could use what it
// uses up, are derived again; a move that failed is left alone until the word
// that it harmed has got a new item; and a path on which no face can go with the
// cover is a word that was not known, which is then kept for all later dives.
//
// Where a support cannot be realised as it is, a dive that asks the relaxation
// again wherever it is stuck ([Options].Relax) ends lower than one that buys what
// is cheapest at the moment, for the price of some linear programmes.
package dive
