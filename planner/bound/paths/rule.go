package paths

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
