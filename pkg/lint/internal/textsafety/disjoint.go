package textsafety

import (
	"cmp"
	"slices"
)

// disjoint orders findings and drops those that begin inside an earlier one.
func disjoint[T any](found []T, span func(T) Span) []T {
	slices.SortStableFunc(found, func(a, b T) int {
		return cmp.Or(cmp.Compare(span(a).Start, span(b).Start), cmp.Compare(span(b).End, span(a).End))
	})
	end := 0
	return slices.DeleteFunc(found, func(f T) bool {
		if span(f).Start < end {
			return true
		}
		end = span(f).End
		return false
	})
}
