package style

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/muesli/termenv"
)

// Kind is a family of styles.
type Kind uint8

// The kinds. Auto is replaced by another kind when a theme is made.
const (
	Auto   Kind = iota // Light or Dark if the environment says which, else Middle
	Light              // for a light background
	Dark               // for a dark background
	Mono               // bold, faint and reverse only
	Middle             // colours that can be read on either background
)

var kindNames = [...]string{"auto", "light", "dark", "mono", "middle"}

func (k Kind) String() string { return kindNames[k] }

// Kinds lists the names that [ParseKind] reads.
func Kinds() []string { return kindNames[:4] }

// ParseKind reads "auto", "light", "dark" or "mono"; an empty text is auto.
func ParseKind(text string) (Kind, error) {
	if text == "" {
		return Auto, nil
	}
	for k, name := range Kinds() {
		if strings.EqualFold(text, name) {
			return Kind(k), nil
		}
	}
	return Auto, fmt.Errorf("no theme is called %q: there are %s", text, strings.Join(Kinds(), ", "))
}

// resolve replaces Auto. COLORFGBG is "foreground;background" in
// the sixteen colours, set by many terminals.
func (k Kind) resolve(env func(name string) string) Kind {
	switch {
	case env("NO_COLOR") != "", env("TERM") == "dumb":
		return Mono // bold and reverse are no colours and stay
	case k != Auto:
		return k
	}
	parts := strings.Split(env("COLORFGBG"), ";")
	ground, err := strconv.Atoi(parts[len(parts)-1])
	switch {
	case err != nil:
		return Middle
	case ground == 7 || ground >= 9 && ground <= 15:
		return Light
	}
	return Dark
}

// profile is the number of colours of the terminal, according to the environment.
func profile(env func(name string) string) termenv.Profile {
	term := env("TERM")
	switch {
	case term == "dumb" || term == "":
		return termenv.Ascii
	case strings.EqualFold(env("COLORTERM"), "truecolor") || strings.EqualFold(env("COLORTERM"), "24bit"),
		strings.HasSuffix(term, "-direct"):
		return termenv.TrueColor
	case strings.Contains(term, "256color"), strings.Contains(term, "kitty"),
		strings.Contains(term, "alacritty"),
		strings.Contains(term, "ghostty"), strings.Contains(term, "foot"):
		return termenv.ANSI256
	}
	return termenv.ANSI
}

// needsASCII reports whether the terminal cannot show lines and signs beyond ASCII.
func needsASCII(env func(name string) string) bool {
	if env("TERM") == "dumb" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := env(name); value != "" {
			return value == "C" || value == "POSIX"
		}
	}
	return false
}
