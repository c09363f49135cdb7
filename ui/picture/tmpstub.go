package picture

func (p *plan) follow(before *plan, l *Layout) { p.spread() }
func (l *Layout) settle(prev *Layout)          { order(l.sk) }
func (sk *skeleton) vertexItem(key int) (int, bool) {
	for i, v := range sk.vertices[:sk.alive] {
		if v.Key == key {
			return i, true
		}
	}
	return 0, false
}
