package solver

// Look is what the leader of a search looks at on its page.
type Look struct {
	Tree bool
	Node int // of the tree; -1 for the one that was taken last
}

// Leading is a handle of a run that others watch: it tells them what its leader looks at.
type Leading interface{ Show(Look) }

// Led is a handle of a run whose page shows what its leader looks at.
type Led interface{ Look() Look }
