package puzzle

import (
	"fmt"
	"slices"
	"strings"
)

// Code names a random puzzle: one of a series, or one about a single cost. Its text is short
// enough to be pasted or dictated, as in A1-1R8, and stands for the same puzzle on every
// machine and in every release.
//
// The text has signs of five bits each: one for the kind of puzzle, which is also the
// version of the code; the number, four bits in each sign and the fifth where another
// follows; the seed, with 32 as its base; and two check signs, of a Reed-Solomon code over
// GF(32) with the roots α and α². They find any one or two signs that are mistyped, and two
// that have changed places. Signs are those of Crockford's base 32.
type Code struct {
	Series
	OneCost bool // about one cost: there is no level
}

// signs are the 32 signs by value. I, L, O and U are left out: the first three are read as 1,
// 1 and 0.
const signs = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// kinds are the first signs: of the levels, of series with patterns, and of one cost. A later
// version of the code takes others.
const (
	kinds       = "ABCDE"
	patternKind = 'P'
	oneCostKind = 'Q'
)

// mostSigns is how long a code may be: the check signs are good for 31.
const mostSigns = 31

// String is the code as it is pasted.
func (c Code) String() string {
	kind := byte(oneCostKind)
	switch {
	case c.OneCost:
	case c.Patterns:
		kind = patternKind
	default:
		kind = kinds[c.Level-1]
	}
	values := []byte{valueOf(kind)}
	for n := uint64(c.Number); ; n >>= 4 {
		if n < 16 {
			values = append(values, byte(n))
			break
		}
		values = append(values, byte(n&15)|16)
	}
	var seed []byte
	for s := c.Seed; ; s >>= 5 {
		seed = append(seed, byte(s&31))
		if s < 32 {
			break
		}
	}
	slices.Reverse(seed)
	values = append(values, seed...)
	values = append(values, check(append(slices.Clone(values), 0, 0))...)
	text := make([]byte, len(values))
	for k, v := range values {
		text[k] = signs[v]
	}
	return string(text[:2]) + "-" + string(text[2:])
}

// ParseCode reads a code, in letters of any size. It is false for a text that does not look
// like one; the error says what is wrong with one that does.
func ParseCode(text string) (c Code, ok bool, err error) {
	values, ok := valuesOf(text)
	if !ok {
		return c, false, nil
	}
	if at := slices.Index(values, badSign); at >= 0 {
		return c, true, fmt.Errorf("%s is not a puzzle code: codes have digits and letters, without U", text)
	}
	if slices.Max(check(values)) != 0 {
		return c, true, fmt.Errorf("%s is not a puzzle code: a sign is mistyped, or two have changed places",
			text)
	}
	switch kind := signs[values[0]]; {
	case strings.IndexByte(kinds, kind) >= 0:
		c.Level = 1 + strings.IndexByte(kinds, kind)
	case kind == patternKind:
		c.Level, c.Patterns = Levels, true
	case kind == oneCostKind:
		c.OneCost = true
	default:
		return c, true, fmt.Errorf("%s is a code of a later release: this facet cannot make its puzzle", text)
	}
	rest, number := values[1:len(values)-2], uint64(0)
	for shift := 0; len(rest) > 1 && shift < 32; shift += 4 {
		v := rest[0]
		rest = rest[1:]
		number |= uint64(v&15) << shift
		if v < 16 {
			break
		}
	}
	c.Number = int(number & (1<<31 - 1))
	for _, v := range rest {
		c.Seed = c.Seed<<5 | uint64(v)
	}
	if again, _ := valuesOf(c.String()); c.Number < 1 || !slices.Equal(again, values) {
		return c, true, fmt.Errorf("%s is not a puzzle code", text)
	}
	return c, true, nil
}

// badSign stands for a letter that is no sign.
const badSign = 255

// valuesOf are the values of the signs of a text that looks like a code: two letters or
// digits, a dash, and at least three more.
func valuesOf(text string) (values []byte, ok bool) {
	if len(text) < 6 || text[2] != '-' {
		return nil, false
	}
	for _, r := range strings.ToUpper(text[:2] + text[3:]) {
		if r > 'Z' || r < '0' || r > '9' && r < 'A' {
			return nil, false
		}
		values = append(values, valueOf(byte(r)))
	}
	return values, len(values) <= mostSigns
}

// valueOf is the value of a sign.
func valueOf(sign byte) byte {
	switch sign {
	case 'O':
		sign = '0'
	case 'I', 'L':
		sign = '1'
	}
	if at := strings.IndexByte(signs, sign); at >= 0 {
		return byte(at)
	}
	return badSign
}

// check is the remainder of a word of signs divided by (x-α)(x-α²): two zeros for a code.
// For a word that ends with two zeros it is the check signs.
func check(word []byte) []byte {
	r := slices.Clone(word)
	for k := range len(r) - 2 {
		lead := r[k]
		r[k+1] ^= times(lead, 2^4) // α + α²
		r[k+2] ^= times(lead, 8)   // α·α²
		r[k] = 0
	}
	return r[len(r)-2:]
}

// times multiplies in GF(32), with x⁵ = x² + 1.
func times(a, b byte) (c byte) {
	for ; b > 0; b >>= 1 {
		if b&1 > 0 {
			c ^= a
		}
		if a <<= 1; a >= 32 {
			a ^= 0b100101
		}
	}
	return c
}
