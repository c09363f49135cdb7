package format

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"facet/model/excerpt"
)

// parseWhole reads a whole number in any of the spellings that GraphML's
// numeric types allow: 2, +2, 2.0, 2e3, 2.5e1. It decides on the digits, since
// a float64 would round what int64 can hold.
func parseWhole(text string) (int64, error) {
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	digits, exponent, negative, err := decimal(text)
	if err != nil {
		return 0, err
	}
	trimmed := strings.TrimRight(digits, "0")
	exponent += len(digits) - len(trimmed)
	digits = strings.TrimLeft(trimmed, "0")
	switch {
	case digits == "":
		return 0, nil
	case exponent < 0:
		return 0, fmt.Errorf("%s is a fraction: only whole numbers are possible", excerpt.Of(text))
	case len(digits)+exponent > 19:
		return 0, beyond(text)
	}
	if negative {
		digits = "-" + digits
	}
	n, err := strconv.ParseInt(digits+strings.Repeat("0", exponent), 10, 64)
	if err != nil {
		return 0, beyond(text)
	}
	return n, nil
}

// decimal takes a decimal number apart: its value is digits * 10^exponent.
func decimal(text string) (digits string, exponent int, negative bool, err error) {
	rest := text
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		negative, rest = rest[0] == '-', rest[1:]
	}
	mantissa, power, hasPower := cutExponent(rest)
	whole, part, _ := strings.Cut(mantissa, ".")
	digits = whole + part
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", 0, false, fmt.Errorf("%s is not a number: only whole numbers are possible",
			excerpt.Of(text))
	}
	if hasPower {
		exponent, err = strconv.Atoi(power)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return "", 0, false, fmt.Errorf("%s is not a number: only whole numbers are possible",
				excerpt.Of(text))
		}
		exponent = max(-math.MaxInt32, min(exponent, math.MaxInt32))
	}
	return digits, exponent - len(part), negative, nil
}

func cutExponent(text string) (mantissa, power string, found bool) {
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		return text[:at], text[at+1:], true
	}
	return text, "", false
}

func beyond(text string) error {
	return fmt.Errorf("%s is larger than %d, the largest possible number: use a larger unit",
		excerpt.Of(text), math.MaxInt64)
}

// parseFlag reads a boolean: 0, 1, true, false.
func parseFlag(text string) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	switch n, err := parseWhole(text); {
	case err == nil && n == 0:
		return false, nil
	case err == nil && n == 1:
		return true, nil
	}
	return false, fmt.Errorf("%s is not a boolean: write 0, 1, true or false", excerpt.Of(text))
}
