// Package store keeps what a user would hate to lose: the sessions of the
// explorer, saved after every change, and a few settings.
//
// Everything lies in one folder of the XDG state directory. Files are replaced
// atomically, in the background, so that neither a slow disk nor a killed
// terminal leaves half of one. Every run of the explorer writes a file of its
// own: two of them on one dag do not overwrite each other.
package store
