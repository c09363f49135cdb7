package layer

// Done is what a source answers with when it was asked for something that leads nobody:
// it is done, and this is said.
type Done string

// Error is what is said.
func (d Done) Error() string { return string(d) }
