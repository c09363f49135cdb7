//go:build !unix

package launch

// suspension does not exist where shells have no jobs.
type suspension struct{ stops chan struct{} }

func listenForStops() *suspension { return nil }

func (s *suspension) stop() {}
func (s *suspension) end()  {}
