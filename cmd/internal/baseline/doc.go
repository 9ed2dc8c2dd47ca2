// Package baseline compares the failures of a run with those of an earlier one:
// which are new, which persist, which have recovered and which are gone.
package baseline
