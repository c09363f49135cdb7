package figure

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// mathLabel matches labels that are set as formulas, as in the paper: numbers, and paths
// of numbers.
var mathLabel = regexp.MustCompile(`^[-0-9(),+*#]+$`)

// costLabel matches a pair of costs, tangent before adjoint.
var costLabel = regexp.MustCompile(`^([0-9]+)/([0-9]+)$`)

// texLabel writes the label of a vertex.
func texLabel(label string) string {
	if mathLabel.MatchString(label) {
		return "$" + texMath(label) + "$"
	}
	return texText(label)
}

// texMath writes a label that mathLabel matches, for use within a formula.
func texMath(label string) string { return strings.ReplaceAll(label, "#", `\#`) }

// texCost writes the label of an edge: costs, signs of Jacobians, and sums of them.
func texCost(label string) string {
	parts := strings.Split(label, "+")
	for k, part := range parts {
		switch pair := costLabel.FindStringSubmatch(part); {
		case pair != nil:
			parts[k] = `\facetcosts{` + pair[1] + `}{` + pair[2] + `}`
		case part == "●":
			parts[k] = `$\bullet$`
		case part == "Σ":
			parts[k] = `$\Sigma$`
		default:
			parts[k] = texText(part)
		}
	}
	return strings.Join(parts, "$+$")
}

// texSpecial maps characters that have a meaning in TeX to their escapes.
var texSpecial = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
	'^': `\^{}`, '~': `\~{}`, '"': `{\char34}`, '<': `$<$`, '>': `$>$`, '|': `$|$`, '`': "`{}", '\'': `'{}`, '-': `-{}`,
	'…': `\dots{}`, '‹': `$\langle$`, '›': `$\rangle$`, '→': `$\to$`, '·': `$\cdot$`, '×': `$\times$`, '°': `$^\circ$`,
	'α': `$\alpha$`, 'β': `$\beta$`, 'γ': `$\gamma$`, 'δ': `$\delta$`, 'ε': `$\varepsilon$`, 'ζ': `$\zeta$`, 'η': `$\eta$`, 'θ': `$\theta$`,
	'ι': `$\iota$`, 'κ': `$\kappa$`, 'λ': `$\lambda$`, 'μ': `$\mu$`, 'µ': `$\mu$`, 'ν': `$\nu$`, 'ξ': `$\xi$`, 'π': `$\pi$`, 'ρ': `$\rho$`,
	'σ': `$\sigma$`, 'τ': `$\tau$`, 'υ': `$\upsilon$`, 'φ': `$\varphi$`, 'χ': `$\chi$`, 'ψ': `$\psi$`, 'ω': `$\omega$`,
	'Γ': `$\Gamma$`, 'Δ': `$\Delta$`, 'Θ': `$\Theta$`, 'Λ': `$\Lambda$`, 'Ξ': `$\Xi$`, 'Π': `$\Pi$`, 'Σ': `$\Sigma$`, 'Φ': `$\Phi$`,
	'Ψ': `$\Psi$`, 'Ω': `$\Omega$`, '∂': `$\partial$`, '∇': `$\nabla$`, '∞': `$\infty$`, '≤': `$\le$`, '≥': `$\ge$`, '±': `$\pm$`,
	'ß': `\ss{}`, 'æ': `\ae{}`, 'Æ': `\AE{}`, 'œ': `\oe{}`, 'Œ': `\OE{}`, 'ø': `\o{}`, 'Ø': `\O{}`, 'å': `\aa{}`, 'Å': `\AA{}`, 'ł': `\l{}`, 'Ł': `\L{}`,
}

// accents maps combining marks to the commands with which TeX sets them over or under any
// letter.
var accents = map[rune]string{
	'\u0300': "`", '\u0301': `'`, '\u0302': `^`, '\u0303': `~`, '\u0304': `=`, '\u0306': `u`, '\u0307': `.`, '\u0308': `"`, '\u030a': `r`,
	'\u030b': `H`, '\u030c': `v`, '\u0323': `d`, '\u0327': `c`, '\u0331': `b`,
}

// texText writes a text from an untrusted source so that every TeX engine can set it: a
// character that plain LaTeX lacks goes through \facetchar, which prints the character
// where the engine knows Unicode and its number elsewhere.
func texText(text string) string {
	var b strings.Builder
	for _, r := range text {
		if out, ok := texSpecial[r]; ok {
			b.WriteString(out)
			continue
		}
		if r < unicode.MaxASCII && unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		parts := []rune(norm.NFD.String(string(r)))
		if len(parts) == 2 && parts[0] < unicode.MaxASCII && accents[parts[1]] != "" {
			base := string(parts[0])
			if parts[0] == 'i' && !strings.ContainsRune("\u0323\u0327\u0331", parts[1]) {
				base = `\i`
			}
			fmt.Fprintf(&b, `\%s{%s}`, accents[parts[1]], base)
			continue
		}
		if r == ' ' || !unicode.IsPrint(r) {
			b.WriteByte(' ')
			continue
		}
		fmt.Fprintf(&b, `\facetchar{%04X}{%c}`, r, r)
	}
	return b.String()
}

// texComment writes a text that may stand behind a %.
func texComment(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= ' ' && r < unicode.MaxASCII {
			return r
		}
		return '?'
	}, text)
}
