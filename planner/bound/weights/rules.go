package weights

import (
	"cmp"
	"slices"

	"facet/planner/bound/paths"
)

// rules are the consistency rules in the game. Each is a player of its own: it
// charges the options that it adds up, gives back to those that it subtracts,
// and pays what it charges for one of them; so it charges more as long as the
// words break it.
type rules struct {
	list     []ruling
	known    map[paths.Rule]bool
	places   [][]paths.Place  // by word, as far as they are known
	fusions  []*paths.Fusions // likewise
	weight   float64          // of the rounds in the means, together
	watching bool             // the mean use of options is kept
}

// ruling is a rule and what it charges.
type ruling struct {
	paths.Rule
	plus, minus []*option
	charge      float64
	broken      float64 // by how much, in the round before
	mean        float64 // of the charge, times the weight of rounds
	step        float64
}

const (
	fewest    = 0.02    // rules broken by less are not looked at
	rulesOnce = 64      // rules that join at a time, at most
	ruleStep  = 0.1     // how fast charges grow, in what their words pay
	pairs     = 1 << 18 // of words that are compared at a time, at most
	widest    = 64      // letters of a word that is compared, at most
)

// watch begins to keep the mean use of options.
func (g *game) watch() {
	g.rules.watching, g.rules.weight = true, 0
	for n := range g.words {
		list := g.words[n].options
		for k := range list {
			list[k].used = 0
		}
	}
}

// admitRules lets rules join that the words break on average, and tells how
// many.
func (g *game) admitRules(pool []*paths.Word) int {
	r := &g.rules
	if r.known == nil {
		r.known = make(map[paths.Rule]bool)
	}
	for n := len(r.places); n < len(g.words); n++ {
		r.places = append(r.places, g.table.Places(pool[n]))
		r.fusions = append(r.fusions, paths.NewFusions(pool[n]))
	}
	for n, f := range r.fusions {
		list := g.words[n].options
		f.Read(r.places[n], func(option int) float64 { return float64(list[option].used) / r.weight })
	}
	var all []paths.Violation
	compared := 0
	akin(pool, func(a, b int32) bool {
		all = paths.Compare(all, r.fusions[a], r.fusions[b], a, b, fewest)
		compared++
		return compared < pairs && g.check(64) == nil
	})
	slices.SortStableFunc(all, func(x, y paths.Violation) int { return cmp.Compare(y.By, x.By) })
	joined := 0
	for _, v := range all {
		if joined == rulesOnce {
			break
		}
		if !r.known[v.Rule] {
			r.known[v.Rule] = true
			g.rule(v.Rule)
			joined++
		}
	}
	return joined
}

// akin visits ordered pairs of words that begin or end with the same two letters.
func akin(pool []*paths.Word, visit func(a, b int32) bool) {
	groups := make(map[[3]int32][]int32)
	var keys [][3]int32
	put := func(side, x, y, n int32) {
		key := [3]int32{side, x, y}
		if groups[key] == nil {
			keys = append(keys, key)
		}
		groups[key] = append(groups[key], n)
	}
	for n, w := range pool {
		if k := len(w.Letters); k > 2 && k <= widest {
			put(0, w.Letters[0], w.Letters[1], int32(n))
			put(1, w.Letters[k-2], w.Letters[k-1], int32(n))
		}
	}
	for _, key := range keys {
		group := groups[key]
		for _, a := range group {
			for _, b := range group {
				if a == b || key[0] == 1 && pool[a].Letters[0] == pool[b].Letters[0] && pool[a].Letters[1] == pool[b].Letters[1] {
					continue // itself, or a pair that has been visited
				}
				if !visit(a, b) {
					return
				}
			}
		}
	}
}

// rule makes a rule a player.
func (g *game) rule(r paths.Rule) {
	plus, minus := r.Terms(g.rules.places[r.A], g.rules.places[r.B])
	find := func(terms []paths.Term) []*option {
		list := make([]*option, len(terms))
		for n, t := range terms {
			word := &g.words[r.A]
			if t.Second {
				word = &g.words[r.B]
			}
			list[n] = &word.options[t.Option]
		}
		return list
	}
	g.rules.list = append(g.rules.list, ruling{Rule: r, plus: find(plus), minus: find(minus),
		step: ruleStep * max(min(g.words[r.A].value, g.words[r.B].value), 0.1*g.value)})
}

// charge lets the rules react to the round before, and brings their charges into
// the options' fees: this round's charge and its change once more.
func (g *game) charge() {
	r := &g.rules
	if r.watching {
		r.weight += float64(g.rounds)
	}
	for n := range r.list {
		rule := &r.list[n]
		for _, o := range rule.plus {
			o.fee = 0
		}
		for _, o := range rule.minus {
			o.fee = 0
		}
	}
	for n := range r.list {
		rule := &r.list[n]
		broken := -1.0
		for _, o := range rule.plus {
			broken += float64(o.use)
		}
		for _, o := range rule.minus {
			broken -= float64(o.use)
		}
		last := rule.charge
		rule.charge = max(0, last+rule.step*(2*broken-rule.broken))
		rule.broken = broken
		rule.mean += float64(g.rounds) * rule.charge
		fee := float32(2*rule.charge - last)
		for _, o := range rule.plus {
			o.fee += fee
		}
		for _, o := range rule.minus {
			o.fee -= fee
		}
	}
}

// support lists the items that words buy on average, as much as the word that
// buys most.
func (g *game) support() []paths.Purchase {
	amount := make([]float64, len(g.table.Items))
	for n := range g.words {
		for _, o := range g.words[n].options {
			if o.item >= 0 {
				amount[o.item] = max(amount[o.item], float64(o.used)/g.rules.weight)
			}
		}
	}
	var all []paths.Purchase
	for t, x := range amount {
		if x > fewest {
			all = append(all, paths.Purchase{Item: g.table.Items[t], Amount: min(x, 1)})
		}
	}
	return all
}
