// Package diag holds what every other package uses to say where something is
// and what is wrong with it: positions, ranges, severities and diagnostics.
//
// A diagnostic is data. A Go error means that the tool could not do its job;
// the two never mix. The package knows nothing about records, rules or output
// formats, and imports nothing of this project.
package diag
