// Package tree reads YAML, and JSON beside it, as values that know their place,
// for configurations that may be written in either.
package tree
