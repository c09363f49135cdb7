//go:build !long

package extent

// Full reports whether tests try all that they have.
const Full = false
