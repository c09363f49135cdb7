package layer

import (
	"github.com/charmbracelet/bubbles/key"

	"facet/ui/intent"
)

// Command is one row of the table that feeds keys, palette and help: what can be
// wanted, how it is called, and which keys mean it.
type Command struct {
	Name, Args, Does string
	Group            string // its heading in the help
	Brief            string // in the key line; empty if only in the help
	// Hidden entries are proposed only to those who type their name.
	Hidden bool
	// Keys with what the help says of them; what a key means is Intent.
	Keys key.Binding
	// Intent is what the entry means without an argument; nil where it needs one.
	Intent intent.Intent
	// Example is an example of what Parse gives, where Intent is nil.
	Example intent.Intent
	// Parse turns an argument into an intent, or says what is wrong with it. An
	// entry without it takes none.
	Parse func(s *View, arg string) (intent.Intent, error)
	// Offers proposes arguments; nil where there is nothing to propose.
	Offers func(s *View) []Offer
	// Why tells why the intent cannot be fulfilled now; empty if it can.
	Why func(s *View) string
}

// Offer is a line that can be taken instead of being typed.
type Offer struct {
	Text string // what is typed by taking it
	Does string
	// About says what it does where that is dear to find out: it is asked only for
	// what is shown.
	About func() string
	// Intent is what Enter carries out; nil for the beginning of a line.
	Intent intent.Intent
}
