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

// palettes give the shades of roles; likeOthers have those of another one.
var palettes = map[Kind]map[Role]shade{
	Dark: {
		Faint:    {"#9e9e9e", "247", ""},
		Selected: {"#ffd75f", "221", "3"}, Related: {"#5fd7ff", "81", "6"},
		Good: {"#87d787", "114", "2"}, Bad: {"#ff8787", "210", "1"}, Key: {"#87afff", "111", "6"},
		Tangent: {"#87d7af", "115", "2"}, Adjoint: {"#ffaf87", "216", "5"}, Product: {"#d7afff", "183", "6"},
	},
	Light: {
		Faint:    {"#5f5f66", "241", ""},
		Selected: {"#af5f00", "130", "5"}, Related: {"#005f87", "24", "4"},
		Good: {"#00701a", "28", "2"}, Bad: {"#af0000", "124", "1"}, Key: {"#005faf", "25", "4"},
		Tangent: {"#00705f", "23", "2"}, Adjoint: {"#8f3f71", "89", "1"}, Product: {"#6f2da8", "55", "5"},
	},
	Middle: {
		Faint:    {"#808080", "244", ""},
		Selected: {"#c87800", "172", "5"}, Related: {"#2f8fbf", "31", ""},
		Good: {"#2f9f4f", "35", "2"}, Bad: {"#df4f4f", "167", "1"}, Key: {"#4f8fdf", "68", ""},
		Tangent: {"#2f9f7f", "36", "2"}, Adjoint: {"#c8704f", "173", "1"}, Product: {"#9f6fdf", "98", "5"},
	},
}

var likeOthers = map[Role]Role{Newborn: Good, Title: Key, Fill: Good, Absorb: Related, Merge: Product,
	Remove: Adjoint}

// bold are the roles that stand out also without colours; two of them have only their colours
// where there are any.
var bold = []Role{Strong, Title, Key, Selected, Newborn, Bad, Good, Fill, Absorb, Merge}

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
	for _, i := range bold {
		styles[i] = plain.Bold(true)
	}
	styles[Faint], styles[Related] = plain.Faint(true), plain.Underline(true)
	styles[Cursor] = plain.Reverse(true)
	if shades, ok := palettes[kind]; ok && depth != termenv.Ascii {
		styles[Related], styles[Absorb], styles[Merge] = plain, plain, plain
		if depth != termenv.ANSI { // faint text of terminals cannot be read from afar
			styles[Faint] = plain
		}
		for i := range roleCount {
			like, is := likeOthers[i]
			if !is {
				like = i
			}
			if s, ok := shades[like]; ok && (depth != termenv.ANSI || s.few != "") {
				styles[i] = styles[i].Foreground(lipgloss.CompleteColor{TrueColor: s.full, ANSI256: s.many,
					ANSI: s.few})
			}
		}
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
