package intent

// Invoke has a layer on the screen run one of its commands, which is named by its layer, as
// in puzzle.hint.
type Invoke struct{ Command string }

// Effect is that of nothing: what the command wants is asked about by itself.
func (Invoke) Effect() Effect { return Adjusts }

// ShowCommands shows the command behind each key, or no longer.
type ShowCommands struct{ On bool }

func (ShowCommands) Effect() Effect { return Adjusts }

// SaveScript writes the commands behind the keys so far, as lines for facet --script.
type SaveScript struct {
	Path    string
	Replace bool
}

func (SaveScript) Effect() Effect { return Writes }

// AskCommand opens the palette with Line in it.
type AskCommand struct{ Line string }

func (AskCommand) Effect() Effect { return Adjusts }

// AskKeys opens the list of all commands with their keys, at those that a text means.
type AskKeys struct{ Text string }

// Effect is that text is shown.
func (AskKeys) Effect() Effect { return Adjusts }
