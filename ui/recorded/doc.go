// Package recorded runs a user's program under a recorder: the program's language
// runs it, a file of facet's beside it records modules, checks and times them, and
// answers in JSON. It knows processes and these files, and nothing of flags.
package recorded
