// Package change lets a user change the dag on the screen: [Editing] draws one, or changes a
// copy of it, [WhatIf] tries other costs. Both lead: what is changed is a session of their
// own, the user's stays as it was until the change is kept. The best total of the changed
// dag is looked for beside the screen.
//
// How an edit is carried out and taken back is facet/model/edit's; where a session is saved
// is the business of who makes the [Saver].
package change
