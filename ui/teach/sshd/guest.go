package sshd

import (
	"cmp"

	"facet/ui/draw/style"
)

// guest is who came to a session: known by a key, or by a name alone.
type guest struct {
	name   string // as it may be printed
	named  bool   // the name was listed with the key
	listed bool
	given  string // the name that they gave themselves
	key    string // its fingerprint; empty without one
	leads  bool   // it is a lecturer's
	from   string // the address that it counts for
	coded  bool   // the class's code was given

	connection *connection
}

// called is the name on the class's board: the one that is listed with the key; one that
// people give themselves is told apart by the key or the session.
func (g *guest) called() string {
	name := cmp.Or(g.given, style.Start(g.name, 12))
	switch {
	case g.named:
		return g.name
	case g.key != "":
		return name + " " + g.key[:6]
	}
	return name
}
