package solver

// Look is what the leader of a search looks at on its page.
type Look struct {
	Tree bool
	Node int // of the tree; -1 for the one that was taken last
}

// Leading is a handle of a run that others watch: it tells them what its leader looks at.
type Leading interface{ Show(Look) }

// Led is a handle of a run that another user leads.
type Led interface {
	// Watched reports whether this user may only look at it, and steers nothing.
	Watched() bool
	// Look is what its leader looks at.
	Look() Look
}
