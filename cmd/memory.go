package cmd

import "runtime/debug"

// littleGarbage is for commands that use their memory again: what they leave
// behind are the buffers of long lines and large records.
const littleGarbage = 25

// limitGarbage lets garbage grow to so many percent of what is held, and not to
// as much again. undo puts the setting back.
func limitGarbage(percent int) (undo func()) {
	before := debug.SetGCPercent(percent)
	return func() { debug.SetGCPercent(before) }
}
