// Package command is facet's command line: the commands for pipes and scripts,
// and the way into the explorer.
//
// [Program] holds everything that a command needs of its surroundings. Results
// go to Out; a mistake gives one sentence on Err and exit code 1. Nothing here
// asks the terminal anything.
package command
