// Package sshd lets a class in over ssh: one explorer for each session, all in one
// process, and nothing of the server's within reach.
//
//	command.go     facet serve: flags, the address, the end
//	options.go     what may be set, and the limits
//	trust.go       which options would let in more than they say
//	server.go      the server: connections, channels, the end
//	login.go       who may come in, with a key or the class's code
//	code.go        the class's code
//	gate.go        connections, and how many of them wait
//	limiter.go     how many sessions there are
//	rates.go       how often something may happen
//	people.go      files of keys
//	hostkey.go     the server's key
//	session.go     a session, from its word to its exit code
//	guest.go       who came
//	names.go       the guest of a session, and their name
//	channel.go     what a client says of its terminal
//	keys.go        keys, for one program after another
//	writer.go      writes to a client, but not for ever
//	words.go       the words behind the host, and what they print
//	explorers.go   the words that open an explorer
//	menu.go        the menu where there is no word
//	onlook.go      the explorers of browsers, for those who only look
//	unkept.go      the work of those for whom nothing is saved
//	lead.go        the lecturer at the terminal of the process
//	library.go     the dags and lessons that guests can open
//	places.go      where sessions of keys are kept
//	tend.go        what is done as long as the class is open
//	found.go       writes what the class's searches have found
//	resultsfile.go writes what people have reached
//	journal.go     the log; logfile.go is its file
//	work.go        what is under way, so that the end can wait for it
//
// # Who comes in
//
// A connection passes the gate, which counts those without a session; it proves a key or
// comes without one; and it opens sessions, which the limiter counts. A session is a
// [guestSession]: it names a word ([words]), which says what it may do and whether it
// needs a terminal. What is known of the terminal (size, colours, how keys come) stands
// in its channel; nothing is shared but the class (facet/ui/teach/class) and the layouts
// of pictures.
//
// # What a guest reaches
//
// The dags that are served, the samples, and the sessions of the guest's key. All
// commands of the explorer that take a path go through a library (facet/ui/files) that
// has no files behind it.
//
// # What ends
//
// A panic ends its session. A client that does not read is closed when a write has
// waited too long; one that says nothing, when nothing happens for half an hour. When
// the context ends, every session is told, saved and closed within two seconds.
package sshd
