// Package progress tells on standard error how far a long run is: on one line
// that is written over and over, or in lines for a log.
package progress
