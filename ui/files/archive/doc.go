// Package archive saves the results of the planner's runs, and reads them back without
// trusting them: sequences are replayed and proved, and a lower bound counts only with a
// valid certificate. It knows no screen; package store holds the files.
package archive
