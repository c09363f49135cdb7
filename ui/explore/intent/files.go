package intent

import "reflect"

// Replacing is an intent that writes a file, with or without the right to replace one that
// is there; false for an intent that has no such right to give.
func Replacing(i Intent, on bool) (Intent, bool) {
	if reflect.TypeOf(i).Kind() != reflect.Struct {
		return i, false
	}
	other := reflect.New(reflect.TypeOf(i)).Elem()
	other.Set(reflect.ValueOf(i))
	may := other.FieldByName("Replace")
	if may.Kind() != reflect.Bool || may.Bool() == on {
		return i, false
	}
	may.SetBool(on)
	return other.Interface().(Intent), true
}

// Copy puts something on the clipboard of the user's terminal: the formula of the selected
// operation, the sequence, the dag, the figure, or the command that leads here.
type Copy struct{ What string }

// Effect is that the terminal gets a text.
func (Copy) Effect() Effect { return Adjusts }

// AskSave proposes a name for the file of the sequence.
type AskSave struct{}

func (AskSave) Effect() Effect { return Writes }

// Save writes the sequence up to the cursor. Replace allows to replace a
// file that was there; so below.
type Save struct {
	Path    string
	Replace bool
}

func (Save) Effect() Effect { return Writes }

// Certify writes a certificate of what the solver's run has found and proved; an empty
// path stands for a name that is made of the dag's.
type Certify struct {
	Path    string
	Replace bool
}

func (Certify) Effect() Effect { return Writes | Judges }

// SaveSession writes the whole session with all branches.
type SaveSession struct {
	Path    string
	Replace bool
}

func (SaveSession) Effect() Effect { return Writes }

// Export writes the dag, or the line dag as it is, by the path's ending.
type Export struct {
	Path    string
	Replace bool
}

func (Export) Effect() Effect { return Writes }

// AskFigure proposes a name for a figure; Figure writes the pictures as they
// are, in the form that the path's ending names.
type AskFigure struct{}

func (AskFigure) Effect() Effect { return Writes }

// Figure writes the pictures as they are, in the form that the path's ending names.
type Figure struct {
	Path    string
	Replace bool
}

func (Figure) Effect() Effect { return Writes }

// Table writes the sequence up to the cursor in the paper's notation, in the
// form that the path's ending names.
type Table struct {
	Path    string
	Replace bool
}

func (Table) Effect() Effect { return Writes }

// Replay carries out the sequence in a file from the cursor on.
type Replay struct{ Path string }

func (Replay) Effect() Effect { return Edits | Reads }

// Open opens another dag: a sample or a file.
type Open struct{ Name string }

func (Open) Effect() Effect { return Opens | Reads }

// Restart starts a new session on this dag.
type Restart struct{}

func (Restart) Effect() Effect { return Opens }

// ShowSessions lists the saved sessions.
type ShowSessions struct{}

func (ShowSessions) Effect() Effect { return Writes }

// ChooseSession asks what to do with one of them.
type ChooseSession struct {
	Path      string
	Discarded bool
}

func (ChooseSession) Effect() Effect { return Writes }

// Resume opens a saved session.
type Resume struct{ Path string }

func (Resume) Effect() Effect { return Opens | Reads }

// Discard moves a saved session aside; ShowSessions still lists it.
type Discard struct{ Path string }

func (Discard) Effect() Effect { return Writes }

// AskDelete asks whether to delete a saved session for good, Delete does it.
type AskDelete struct{ Path string }

func (AskDelete) Effect() Effect { return Writes }

// Delete deletes a saved session for good.
type Delete struct{ Path string }

func (Delete) Effect() Effect { return Writes }

// Suspend gives the terminal back to the shell until the user returns.
type Suspend struct{}

func (Suspend) Effect() Effect { return Leaves }

// Leave leaves the program, or what is running here.
type Leave struct{}

func (Leave) Effect() Effect { return Leaves }
