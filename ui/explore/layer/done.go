package layer

// Done is returned by a source in place of a leader when it did at once what the user
// asked for. It is shown as a message.
type Done string

// Error is the message.
func (d Done) Error() string { return string(d) }
