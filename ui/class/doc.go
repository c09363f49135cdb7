// Package class is what people in one class share: where the lecturer stands, who
// is here, what they have reached, and a search that all can watch.
//
// States cross from one to the others, never frames, and through latest values, never
// through queues: a [Latest] holds the newest value, whoever reads it takes it when
// there is time, and nobody waits for anybody. So somebody whose line is stuck
// costs the class nothing.
//
// Who follows the lecturer has a leader ([Following]) like a lesson or a puzzle: the
// explorer of each follower shows the lecturer's state in its own window and theme.
//
// What the lecturer opens for all ([Task]) is a latest value, too: each explorer waits for it by
// itself ([Person.News]) and goes there, or says so. What people reach stands in the
// roster, of which the lecturer's [Board] takes a copy when it has changed.
//
// The package knows nothing of ssh, keys or files.
package class
