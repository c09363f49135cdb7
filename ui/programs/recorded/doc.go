// Package recorded runs a user's program under a recorder: the program's language
// runs it, and a file of facet's in that language records modules, checks and times
// them, and answers in JSON. The package knows processes and these files, but no flags.
package recorded
