package figure

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// mathLabel matches labels that are set as formulas, as in the paper: numbers, and paths
// and sums of numbers.
var mathLabel = regexp.MustCompile(`^[-0-9(),+*#⇝]+$`)

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
func texMath(label string) string {
	return strings.NewReplacer("#", `\#`, "⇝", texLeads).Replace(label)
}

// texLeads is ⇝: LaTeX itself has no such arrow.
const texLeads = `\mathrel{\sim\joinrel\rightarrow}`

// texCost writes the label of an edge: costs, signs of Jacobians, and sums of them.
func texCost(label string) string {
	parts := strings.Split(label, "+")
	for k, part := range parts {
		switch pair := costLabel.FindStringSubmatch(part); {
		case pair != nil:
			parts[k] = `\facetcosts{` + pair[1] + `}{` + pair[2] + `}`
		default:
			parts[k] = texText(part)
		}
	}
	return strings.Join(parts, "$+$")
}

// texSigns maps characters that mean something to TeX, facet's signs and common letters
// to what every engine sets with LaTeX and tikz alone.
var texSigns = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`,
	'_': `\_`, '^': `\^{}`, '~': `\~{}`, '"': `{\char34}`, '<': `$<$`, '>': `$>$`, '|': `$|$`,
	'`': "`{}", '\'': `'{}`, '-': `-{}`, '○': `$\circ$`, '●': `$\bullet$`, '✶': `$\star$`,
	'┆': `$\vdots$`, '⇝': "$" + texLeads + "$", '→': `$\to$`, '←': `$\gets$`, '↑': `$\uparrow$`,
	'↓': `$\downarrow$`, '▸': `$\triangleright$`, '▶': `$\triangleright$`, '⑂': `$\prec$`,
	'✓': `$\surd$`, '✗': `$\times$`, '✎': `$\ast$`, '‖': `$\parallel$`, '−': `$-$`, '—': `---`,
	'…': `\dots{}`, '‹': `$\langle$`, '›': `$\rangle$`, '·': `$\cdot$`, '×': `$\times$`,
	'°': `$^\circ$`, 'α': `$\alpha$`, 'β': `$\beta$`, 'γ': `$\gamma$`, 'δ': `$\delta$`,
	'ε': `$\varepsilon$`, 'ζ': `$\zeta$`, 'η': `$\eta$`, 'θ': `$\theta$`, 'ι': `$\iota$`,
	'κ': `$\kappa$`, 'λ': `$\lambda$`, 'μ': `$\mu$`, 'µ': `$\mu$`, 'ν': `$\nu$`, 'ξ': `$\xi$`,
	'π': `$\pi$`, 'ρ': `$\rho$`, 'σ': `$\sigma$`, 'τ': `$\tau$`, 'υ': `$\upsilon$`,
	'φ': `$\varphi$`, 'χ': `$\chi$`, 'ψ': `$\psi$`, 'ω': `$\omega$`, 'Γ': `$\Gamma$`,
	'Δ': `$\Delta$`, 'Θ': `$\Theta$`, 'Λ': `$\Lambda$`, 'Ξ': `$\Xi$`, 'Π': `$\Pi$`,
	'Σ': `$\Sigma$`, 'Φ': `$\Phi$`, 'Ψ': `$\Psi$`, 'Ω': `$\Omega$`, '∂': `$\partial$`,
	'∇': `$\nabla$`, '∞': `$\infty$`, '≤': `$\le$`, '≥': `$\ge$`, '±': `$\pm$`, 'ß': `\ss{}`,
	'æ': `\ae{}`, 'Æ': `\AE{}`, 'œ': `\oe{}`, 'Œ': `\OE{}`, 'ø': `\o{}`, 'Ø': `\O{}`, 'å': `\aa{}`,
	'Å': `\AA{}`, 'ł': `\l{}`, 'Ł': `\L{}`,
}

// accents maps combining marks to the commands with which TeX sets them over or under any
// letter.
var accents = map[rune]string{
	'\u0300': "`", '\u0301': `'`, '\u0302': `^`, '\u0303': `~`, '\u0304': `=`, '\u0306': `u`, '\u0307': `.`,
	'\u0308': `"`, '\u030a': `r`,
	'\u030b': `H`, '\u030c': `v`, '\u0323': `d`, '\u0327': `c`, '\u0331': `b`,
}

// negative matches the minus of a number, alone or in a label: a name may have hyphens.
var negative = regexp.MustCompile(`(^|[ (,+⇝])-([0-9])`)

// texText writes a text from an untrusted source so that every TeX engine can set it: a
// character that plain LaTeX lacks goes through \facetchar, which prints the character
// where the engine knows Unicode and its number elsewhere.
func texText(text string) string {
	var b strings.Builder
	all := []rune(norm.NFC.String(negative.ReplaceAllString(text, "$1−$2")))
	for k := 0; k < len(all); k++ {
		r := all[k]
		if out, ok := texSigns[r]; ok {
			b.WriteString(out)
			continue
		}
		parts := []rune(norm.NFD.String(string(r)))
		if unicode.IsLetter(r) && len(parts) == 1 && k+1 < len(all) && accents[all[k+1]] != "" {
			k++
			parts = append(parts, all[k]) // no character is both, as for F̄
		}
		switch {
		case len(parts) == 2 && parts[0] < unicode.MaxASCII && accents[parts[1]] != "":
			base := string(parts[0])
			if parts[0] == 'i' && !strings.ContainsRune("\u0323\u0327\u0331", parts[1]) {
				base = `\i`
			}
			fmt.Fprintf(&b, `\%s{%s}`, accents[parts[1]], base)
		case r < unicode.MaxASCII && unicode.IsPrint(r):
			b.WriteRune(r)
		case r == ' ' || !unicode.IsPrint(r):
			b.WriteByte(' ')
		default:
			fmt.Fprintf(&b, `\facetchar{%04X}{%c}`, r, r)
		}
	}
	return b.String()
}

// withChars defines \facetchar before a text that uses it.
func withChars(text string) string {
	if !strings.Contains(text, `\facetchar`) {
		return text
	}
	return texChar + text
}

// texChar defines how a character is set that not every engine has.
const texChar = `\providecommand\facetchar[2]{\ifdefined\XeTeXrevision#2\else\ifdefined\directlua#2\else U+#1\fi\fi}%
`

// texComment writes a text that may stand behind a %.
func texComment(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= ' ' && r < unicode.MaxASCII {
			return r
		}
		return '?'
	}, text)
}
