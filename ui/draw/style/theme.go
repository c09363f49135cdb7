package style

import (
	"strings"

	"github.com/muesli/termenv"
)

// Theme is everything that panels draw with.
type Theme struct {
	bare  bool // frames and bars are left out
	kind  Kind // never Auto
	ASCII bool
	Signs Signs
	pens  [roleCount]pen
}

// Signs are the marks that mean the same wherever they are shown.
type Signs struct {
	Cursor   string // the selected row
	Arrow    string // from u to v of a face
	AtLeast  string // before a lower bound
	Times    string // product
	Dot      string // between facts of one line
	Cut      string // something was left out here
	Branch   string // a branch of the session starts here
	Here     string // the step whose state is shown
	Done     string // a proof that holds
	Failed   string // a proof that does not
	Up, Down string // more above, more below
	Note     string
	Tangent  string // of F, before its label
	Adjoint  string
	Bar      []string // a bar's last cell, by eighths; the last entry is full
	Caret    string   // where typing goes on, in a terminal without reverse

	// Signs of pictures, and of texts about them: Fill and Removed mark the last step,
	// heavy lines and Would the next one.
	MatrixFree string // a vertex of the line dag of which only the model exists
	Jacobian   string // its Jacobian is available
	Sum        string // it stands for several products
	Fill       string // what the last step brought or changed
	Removed    string // what the last step removed
	Would      string // what the next operation would bring
}

var fineSigns = Signs{
	Cursor: "▸", Arrow: "→", AtLeast: "≥", Times: "·", Dot: "·", Cut: "…", Branch: "⑂", Here: "●",
	Done: "✓", Failed: "✗", Up: "↑", Down: "↓", Note: "✎", Tangent: "Ḟ", Adjoint: "F̄",
	Bar: []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"}, Caret: "▏",
	MatrixFree: "○", Jacobian: "●", Sum: "Σ", Fill: "✶", Removed: "┆", Would: "‹ ›",
}

var asciiSigns = Signs{
	Cursor: ">", Arrow: "->", AtLeast: ">=", Times: "*", Dot: "-", Cut: "~", Branch: "Y", Here: "@",
	Done: "ok", Failed: "NO", Up: "^", Down: "v", Note: "#", Tangent: "F.", Adjoint: "F-",
	Bar: []string{"", "", "", "", "#", "#", "#", "#", "#"}, Caret: "_",
	MatrixFree: "o", Jacobian: "*", Sum: "+", Fill: "!", Removed: ":", Would: "< >",
}

// New makes the theme of one session.
func New(kind Kind, ascii bool, env func(name string) string) *Theme {
	return Make(kind.resolve(env), ascii || needsASCII(env), profile(env))
}

// Make makes a theme for a terminal that is known.
func Make(kind Kind, ascii bool, depth termenv.Profile) *Theme {
	t := &Theme{kind: kind, ASCII: ascii, Signs: fineSigns, pens: newPens(kind, depth)}
	if ascii {
		t.Signs = asciiSigns
	}
	return t
}

// Kind is the kind that the theme was made for.
func (t *Theme) Kind() Kind { return t.kind }

// Paint gives the text the style of a role.
func (t *Theme) Paint(i Role, text string) string {
	if text == "" || t.pens[i].on == "" {
		return text
	}
	return t.pens[i].on + text + t.pens[i].off
}

// Paints reports whether a style can be seen at all on this terminal.
func (t *Theme) Paints(i Role) bool { return t.pens[i].on != "" }

// Text is a text of the model, with the theme's signs.
func (t *Theme) Text(text string) string {
	if t == nil || !t.ASCII {
		return text
	}
	return asciiText.Replace(text)
}

var asciiText = strings.NewReplacer("→", "->", "⇝", ":", "…", "~", "·", "*", "≥", ">=", "—", "-", "⑂", "Y", "▸", ">", "↑", "^", "↓", "v", "←", "<-",
	"Ḟ", "F.", "F̄", "F-", "×", "x", "≤", "<=", "−", "-", "▶", ">", "‖", "||")

// Bare is the same theme without frames and bars, for readers of rows of text.
func (t *Theme) Bare() *Theme {
	other := *t
	other.bare = true
	return &other
}

// WithASCII is the same theme with or without signs beyond ASCII.
func (t *Theme) WithASCII(ascii bool) *Theme {
	other := *t
	other.ASCII, other.Signs = ascii, fineSigns
	if ascii {
		other.Signs = asciiSigns
	}
	return &other
}
