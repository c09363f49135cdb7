// Package change lets a user change the dag on the screen: [Editing] draws a dag or
// changes a copy of one, [WhatIf] tries other costs. Both are leaders that put a session
// of their own on the screen; the user's session stays as it was until the change is
// kept. A search in the background looks for the best total of the changed dag.
//
//	source.go   how the explorer opens the two
//	editing.go  Editing; keys.go has its commands, panel.go its rows
//	whatif.go   WhatIf
//	optimum.go  the search in the background
//
// The package facet/model/edit applies edits and takes them back. The caller's [Saver]
// decides where a session is saved.
package change
