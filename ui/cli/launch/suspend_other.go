//go:build !unix

package launch

// suspension does nothing where shells have no job control.
type suspension struct{ stops chan struct{} }

func listenForStops() *suspension { return nil }

func (s *suspension) stop() {}
func (s *suspension) end()  {}
