// Package sshd lets a class in over ssh: one explorer for each session, all in one
// process, and nothing of the server's within reach.
//
// # Who comes in
//
// A connection passes the gate, which counts what is not yet known to be anybody; it
// proves a key or comes without one; and it opens sessions, which the limiter counts.
// A session is a [guestSession]: it names a word ([words]), which says what it may do and
// whether it needs a terminal. Whatever it knows of the terminal (size, colours, how
// keys come) stands in its line and in its own environment; nothing is shared but the
// class (facet/ui/class).
//
// # What a guest reaches
//
// The dags that are served, the samples, and the sessions of the guest's own key. All
// commands of the explorer that take a path go through a library (facet/ui/files) that
// has no files behind it.
//
// # What ends
//
// A panic ends its session. A client that does not read is closed when a write has
// waited too long; one that says nothing, when nothing happens for half an hour. When
// the context ends, every session is told, saved and closed within two seconds.
package sshd
