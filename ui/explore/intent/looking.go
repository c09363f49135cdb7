package intent

// Focus gives a panel the keys.
type Focus struct{ Panel Panel }

// Effect of a focus is that of looking; the solver's page judges.
func (f Focus) Effect() Effect {
	if f.Panel == Solver {
		return Judges
	}
	return Looks
}

// Cycle goes By panels further.
type Cycle struct{ By int }

func (Cycle) Effect() Effect { return Looks }

// Bring brings a picture to the front where there is room for one. It stays there with
// Hold, whatever is selected, until the user or another Bring chooses.
type Bring struct {
	Panel Panel
	Hold  bool
}

func (Bring) Effect() Effect { return Looks }

// AskLabel asks for a label to go to.
type AskLabel struct{}

func (AskLabel) Effect() Effect { return Looks }

// ZoomBy makes the picture in front larger or smaller by levels.
type ZoomBy struct{ Levels int }

func (ZoomBy) Effect() Effect { return Looks }

// ZoomTo chooses a level from 0, the overview, to 3; Fit the largest that
// fits.
type ZoomTo struct{ Level int }

func (ZoomTo) Effect() Effect { return Looks }

// Pan moves the window over the picture by cells.
type Pan struct{ Columns, Rows int }

func (Pan) Effect() Effect { return Looks }

// Tidy places the picture anew.
type Tidy struct{}

func (Tidy) Effect() Effect { return Looks }

// Pin holds the pictures still, or lets them tidy themselves again.
type Pin struct{}

func (Pin) Effect() Effect { return Looks }

// SetMotion shows how vertices travel when a picture is placed anew.
type SetMotion struct{ On bool }

func (SetMotion) Effect() Effect { return Looks }

// Enlarge gives one picture the room of the list, or takes it back.
type Enlarge struct{}

func (Enlarge) Effect() Effect { return Looks }

// Sort orders the list of operations: position, price or fill; the next of
// these where Order is empty.
type Sort struct{ Order string }

func (Sort) Effect() Effect { return Looks }

// ToggleMouse has the terminal report the mouse, or no longer.
type ToggleMouse struct{}

func (ToggleMouse) Effect() Effect { return Adjusts }

// SetMouse has the terminal report the mouse, or no longer.
type SetMouse struct{ On bool }

func (SetMouse) Effect() Effect { return Adjusts }

// SetTheme chooses the colours.
type SetTheme struct{ Kind string }

func (SetTheme) Effect() Effect { return Adjusts }

// SetUnits writes costs as times where the dag was measured, or as they are.
type SetUnits struct{ Time bool }

func (SetUnits) Effect() Effect { return Adjusts }

// SetASCII draws with ASCII signs only, or with all.
type SetASCII struct{ On bool }

func (SetASCII) Effect() Effect { return Adjusts }

// SetSizes shows vector sizes beside the dag's vertices.
type SetSizes struct{ On bool }

func (SetSizes) Effect() Effect { return Looks }

// Repaint draws the whole screen again.
type Repaint struct{}

func (Repaint) Effect() Effect { return Adjusts }

// Near shows only what surrounds the selection, or the whole again; Toggle changes
// between them.
type Near struct{ On, Toggle bool }

func (Near) Effect() Effect { return Looks }

// Visit selects what the user looked for, and shows what surrounds it where the dag is
// too large to see it otherwise.
type Visit struct{ Target Selection }

func (Visit) Effect() Effect { return Looks }

// ShowHelp shows all keys, or what the words mean; with a text only the lines that have it.
type ShowHelp struct {
	Glossary bool
	Sought   string
}

func (ShowHelp) Effect() Effect { return Adjusts }

// ShowTotals shows the totals and the check of the sequence so far.
type ShowTotals struct{}

func (ShowTotals) Effect() Effect { return Looks }

// ShowPattern shows which entries of the selected Jacobian can be non-zero.
type ShowPattern struct{}

func (ShowPattern) Effect() Effect { return Looks }

// ShowComparison shows branches, methods and the best in one table.
type ShowComparison struct{}

func (ShowComparison) Effect() Effect { return Judges | Searches }

// AskText asks for a line of text under a title. It begins with Text, and a proposal that
// typing replaces.
// Where Number is set a letter that begins no number is a key again, as if nothing had
// been asked.
type AskText struct {
	Title, Text, Proposal string
	Number                bool
	Accept                func(text string) Intent
}

func (AskText) Effect() Effect { return Adjusts }

// Back closes what lies on top, or gives the keys back to the panel that had them.
type Back struct{}

func (Back) Effect() Effect { return Adjusts }

// Say shows a sentence in the foot.
type Say struct{ Text string }

func (Say) Effect() Effect { return Adjusts }

// Warn says in the foot what is not saved. It stays until the next key, whatever else is
// said meanwhile: a user who leaves without having read it loses something.
type Warn struct{ Text string }

func (Warn) Effect() Effect { return Adjusts }

// Message shows what was sent from outside, and by whom. It stays until it is read: until
// Esc, or a key that comes when there was time to read it.
type Message struct{ From, Text string }

func (Message) Effect() Effect { return Adjusts }

// Fit is the level of ZoomTo that is chosen by the room there is.
const Fit = -1

// Refuse says in the foot why something is not possible.
type Refuse struct{ Text string }

func (Refuse) Effect() Effect { return Adjusts }
