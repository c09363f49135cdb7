package paths

// Side says at which end of two paths an inequality looks.
type Side uint8

// The sides.
const (
	Prefix Side = iota // the paths begin with the same vertices
	Suffix             // the paths end with the same vertices
)

// Inequality is a valid inequality: an inequality on the derivations of two paths
// that every elimination obeys although neither path asks for it.
//
// For Prefix the paths A and B have their first S vertices in common, and
// 1 <= I < S. Say that a path is fused at position S behind [h,S) if the
// operation that joins the vertices on both sides of S has the subpath [h,S) on
// its left. Then
//
//	[A is fused at S behind [I,S)]
//	+ sum over h < I of [B is fused at S behind [h,S)]
//	- [B is fused at I before [I,S)]                    <= 1.
//
// Suffix is the mirror image: positions count from the paths' ends.
//
// # Why every elimination obeys
//
// Equal subpaths of two paths are always held by the same live vertex, so as
// long as neither path is fused at S, whatever happens within the common
// vertices happens to both: the same operation serves both. Suppose that both
// positive terms are 1, A being fused at S at time t and B at time t', with the
// longer left part [h,S) in B. One operation cannot do both, for its left
// vertex starts in one place. If B came first, A had the vertex of [h,S) at that
// time too, and what it was fused behind later could not be the shorter [I,S).
// So A came first, and at time t path B had the vertex of [I,S) too; later it
// had [h,S), hence it was fused at I before [I,S) in between: the negative term
// is 1 as well.
type Inequality struct {
	Side Side
	A, B int32 // the paths, by position in the split
	S, I int32
}
