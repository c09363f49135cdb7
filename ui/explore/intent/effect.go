package intent

// Effect says what an intent would change: a set of bits. A leader, as a lesson
// is, says which effects intents may have meanwhile. An intent without an
// effect, which was forgotten, is never allowed.
type Effect uint16

// The effects.
const (
	Looks    Effect = 1 << iota // what is selected, and how it is shown
	Adjusts                     // the terminal and its text: theme, mouse, help, a message
	Moves                       // goes to another step
	Edits                       // makes steps and notes
	Opens                       // puts another session on the screen
	Reads                       // takes something from a file
	Writes                      // to files and the state directory
	Searches                    // finds out what moves are worth
	Steers                      // holds, ends or slows a search
	Judges                      // shows what moves are worth
	Leaves                      // the program, or the leader
	Draws                       // changes the dag

	All    = Draws<<1 - 1
	always = Adjusts | Leaves
)

// Has reports whether one of several effects is among these.
func (e Effect) Has(any Effect) bool { return e&any != 0 }

// Within reports whether a mask has all of them. A user who wants to leave, or cannot
// read the screen, is never held.
func (e Effect) Within(mask Effect) bool { return e != 0 && e&^(mask|always) == 0 }
