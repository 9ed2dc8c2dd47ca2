package store

import "slices"

func sorted(blobs []blob) []blob {
	slices.SortFunc(blobs, func(a, b blob) int { return compareDigests(a.digest, b.digest) })
	return blobs
}
