// Package weights computes the chain-cover bound without a linear programme
// solver: prices are divided among words by a game and by pouring, in whole
// numbers, so that there is a proof of what has been reached at every time.
//
// # The game
//
// Every item divides its price among the words that can use it, and wants its
// shares where they are paid. Every word chooses among its derivations, and
// wants to pay little. What the words pay in the end, when nobody gains by
// changing, is the chain-cover bound of these words. Both sides play
// exponential weights: a share grows exponentially with how often the word
// bought the item, and an option's chance falls exponentially with what it
// cost. They are optimistic, which means that they count the last round once
// more, as if it were to come again; without that they would circle around the
// solution. The chances of all derivations of a word at once are products along
// a derivation, so one pass up and one pass down the stretches of a word play
// its round.
//
// Steps adapt to what a word pays, so they do not depend on the unit of costs.
// The mean of the shares, later rounds counting more, converges, and does so
// long before the last shares do.
//
// # Pouring
//
// The means are rounded down to whole shares. Then one word after the other
// gives its shares back, looks how dear its cheapest derivation would be if it
// had all that is left of each price, and takes only what makes it that dear,
// from the items first that are least in demand. No word loses by this, so the
// sum never falls, and what is left over is there for the words that follow.
//
// # Rules
//
// Once the words alone have little more to say, consistency rules that they
// break on average join as players: a rule charges the options that it adds up,
// gives back to those that it subtracts, and pays for one of them itself. It
// charges more as long as it is broken. What rules charge on average is rounded
// down like the shares, and words are poured with it. Rules cost next to nothing
// here, unlike in a linear programme, where each word that they speak of needs a
// variable for each of its options.
//
// # The pool
//
// Where there are few words all of them play. Where there are many, words come
// in as they are needed: the items' demand prices faces and letters, and a word
// whose cheapest way to be fused at some face, or past some letter, is bought
// less than once by the words so far would change the game.
package weights
