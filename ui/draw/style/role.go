package style

import (
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Role is what a piece of text is, and with that its colour.
type Role uint8

// The roles.
const (
	Plain    Role = iota
	Faint         // rules, units, context
	Strong        // the numbers that the eye should find first
	Title         // names of panels
	Key           // a key that can be pressed
	Selected      // the selection, wherever it is shown
	Related       // what the selected operation would change
	Newborn       // what the last step created
	Good          // savings, a proof that holds
	Bad           // errors, losses, a proof that fails
	Tangent       // TAN
	Adjoint       // ADJ
	Product       // MUL
	Cursor        // the row or cell that keys act on
	Fill          // the words for the effects of an operation
	Absorb
	Merge
	Remove
	Paper // black on white, whatever the terminal's colours are: what a camera reads
	roleCount
)

// shade is one hue in the three depths a terminal may have; an empty one is the
// terminal's foreground.
type shade struct{ full, many, few string }

// palette gives the shades of Faint, Selected, Related, Newborn/Good, Bad, Key,
// Tangent, Adjoint, Product.
type palette struct {
	faint, selected, related, good, bad, key, tangent, adjoint, product shade
}

var palettes = map[Kind]palette{
	Dark: {
		faint:    shade{"#9e9e9e", "247", ""},
		selected: shade{"#ffd75f", "221", "3"}, related: shade{"#5fd7ff", "81", "6"},
		good: shade{"#87d787", "114", "2"},
		bad:  shade{"#ff8787", "210", "1"}, key: shade{"#87afff", "111", "6"},
		tangent: shade{"#87d7af", "115", "2"}, adjoint: shade{"#ffaf87", "216", "5"},
		product: shade{"#d7afff", "183", "6"},
	},
	Light: {
		faint:    shade{"#5f5f66", "241", ""},
		selected: shade{"#af5f00", "130", "5"}, related: shade{"#005f87", "24", "4"},
		good: shade{"#00701a", "28", "2"},
		bad:  shade{"#af0000", "124", "1"}, key: shade{"#005faf", "25", "4"},
		tangent: shade{"#00705f", "23", "2"}, adjoint: shade{"#8f3f71", "89", "1"},
		product: shade{"#6f2da8", "55", "5"},
	},
	Middle: {
		faint:    shade{"#808080", "244", ""},
		selected: shade{"#c87800", "172", "5"}, related: shade{"#2f8fbf", "31", ""},
		good: shade{"#2f9f4f", "35", "2"},
		bad:  shade{"#df4f4f", "167", "1"}, key: shade{"#4f8fdf", "68", ""},
		tangent: shade{"#2f9f7f", "36", "2"}, adjoint: shade{"#c8704f", "173", "1"},
		product: shade{"#9f6fdf", "98", "5"},
	},
}

// pen holds the sequences that a terminal gets before and after a text.
type pen struct{ on, off string }

// newPens asks lipgloss once for every role and keeps the sequences, so that painting a
// frame of a thousand pieces is concatenation.
func newPens(kind Kind, depth termenv.Profile) [roleCount]pen {
	r := lipgloss.NewRenderer(io.Discard, termenv.WithProfile(depth))
	r.SetColorProfile(depth)
	r.SetHasDarkBackground(kind != Light)
	plain := r.NewStyle()
	var styles [roleCount]lipgloss.Style
	for i := range styles {
		styles[i] = plain
	}
	styles[Faint] = plain.Faint(true)
	styles[Strong], styles[Title], styles[Key] = plain.Bold(true), plain.Bold(true), plain.Bold(true)
	styles[Selected], styles[Related], styles[Newborn] = plain.Bold(true), plain.Underline(true),
		plain.Bold(true)
	styles[Bad], styles[Good] = plain.Bold(true), plain.Bold(true)
	styles[Cursor] = plain.Reverse(true)
	styles[Fill], styles[Absorb], styles[Merge] = plain.Bold(true), plain.Bold(true), plain.Bold(true)
	if p, ok := palettes[kind]; ok && depth != termenv.Ascii {
		hue := func(i Role, s shade) {
			if depth != termenv.ANSI || s.few != "" {
				styles[i] = styles[i].Foreground(lipgloss.CompleteColor{TrueColor: s.full, ANSI256: s.many,
					ANSI: s.few})
			}
		}
		styles[Related], styles[Absorb], styles[Merge] = plain, plain, plain
		if depth != termenv.ANSI { // faint text of terminals cannot be read from afar
			styles[Faint] = plain
		}
		hue(Faint, p.faint)
		hue(Selected, p.selected)
		hue(Related, p.related)
		hue(Newborn, p.good)
		hue(Good, p.good)
		hue(Bad, p.bad)
		hue(Key, p.key)
		hue(Title, p.key)
		hue(Tangent, p.tangent)
		hue(Adjoint, p.adjoint)
		hue(Product, p.product)
		hue(Fill, p.good)
		hue(Absorb, p.related)
		hue(Merge, p.product)
		hue(Remove, p.adjoint)
		styles[Paper] = plain.Foreground(lipgloss.CompleteColor{TrueColor: "#000000", ANSI256: "16",
			ANSI: "0"}).
			Background(lipgloss.CompleteColor{TrueColor: "#ffffff", ANSI256: "231", ANSI: "15"})
	}
	var pens [roleCount]pen
	for i := range pens {
		pens[i].on, pens[i].off, _ = strings.Cut(styles[i].Render("x"), "x")
	}
	return pens
}
