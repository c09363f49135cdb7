package layout

// Apart is how far two neighbours in a row have to be from each other.
func (s *Sheet) Apart(i, j int) int { return s.apart(i, j) }
