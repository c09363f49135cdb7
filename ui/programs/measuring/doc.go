// Package measuring is the command that makes a dag of a user's program and carries
// its plans out. Programs are run by package recorded, dags are made by package
// measured of the model; here flags are read and tables written.
package measuring
