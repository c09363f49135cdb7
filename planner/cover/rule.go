package cover

// Side says at which end of two words a rule looks.
type Side uint8

// The sides.
const (
	Prefix Side = iota // the words begin with the same letters
	Suffix             // the words end with the same letters
)

// Rule is a consistency rule: an inequality on the derivations of two words
// that every elimination obeys although neither word asks for it.
//
// For Prefix the words A and B have their first S letters in common, and
// 1 <= I < S. Say that a word is fused at position S behind [h,S) if the
// operation that joins the letters on both sides of S has the stretch [h,S) on
// its left. Then
//
//	[A is fused at S behind [I,S)]
//	+ sum over h < I of [B is fused at S behind [h,S)]
//	- [B is fused at I before [I,S)]                    <= 1.
//
// Suffix is the mirror image: positions count from the words' ends.
//
// # Why every elimination obeys
//
// Equal stretches of two words are always held by the same live vertex, so as
// long as neither word is fused at S, whatever happens within the common
// letters happens to both: the same operation serves both. Suppose that both
// positive terms are 1, A being fused at S at time t and B at time t', with the
// longer left part [h,S) in B. One operation cannot do both, for its left
// vertex starts in one place. If B came first, A had the vertex of [h,S) at that
// time too, and what it was fused behind later could not be the shorter [I,S).
// So A came first, and at time t word B had the vertex of [I,S) too; later it
// had [h,S), hence it was fused at I before [I,S) in between: the negative term
// is 1 as well.
type Rule struct {
	Side Side
	A, B int32 // the words, by position in the split
	S, I int32
}

// choice is an option of an open word.
type choice struct{ word, option int32 }

// options lists the options that the rule adds up, and those that it subtracts.
// Both words must have been compiled; a and b are passed on.
func (r Rule) options(wa, wb *word, a, b int32) (plus, minus []choice) {
	if r.Side == Prefix {
		plus = wa.fused(plus, a, func(sp span, at int32) bool { return sp.l == r.I && at == r.S })
		plus = wb.fused(plus, b, func(sp span, at int32) bool { return sp.l < r.I && at == r.S })
		minus = wb.fused(minus, b, func(sp span, at int32) bool { return sp.r == r.S && at == r.I })
		return plus, minus
	}
	ka, kb := int32(len(wa.letters)), int32(len(wb.letters))
	plus = wa.fused(plus, a, func(sp span, at int32) bool { return sp.r == ka-r.I && at == ka-r.S })
	plus = wb.fused(plus, b, func(sp span, at int32) bool { return sp.r > kb-r.I && at == kb-r.S })
	minus = wb.fused(minus, b, func(sp span, at int32) bool { return sp.l == kb-r.S && at == kb-r.I })
	return plus, minus
}

// fused appends the options whose stretch and split fit.
func (w *word) fused(list []choice, name int32, fits func(sp span, at int32) bool) []choice {
	for _, sp := range w.spans {
		for o := sp.first; o < sp.end; o++ {
			if at := w.options[o].split; at >= 0 && fits(sp, at) {
				list = append(list, choice{name, o})
			}
		}
	}
	return list
}
