// Package checkpoint keeps how far a run on a stream of lines has come, in a
// file that is replaced whole, so that another run can go on from there.
package checkpoint
