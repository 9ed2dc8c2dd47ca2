package digest

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
)

// Algorithm is a hash function a digest can name. The zero value is none.
type Algorithm uint8

// Algorithms that digests are computed and verified with.
const (
	SHA256 Algorithm = 1 + iota
	SHA384
	SHA512
)

var algorithms = [...]struct {
	name string
	size int // bytes
}{
	SHA256: {"sha256", sha256.Size},
	SHA384: {"sha384", sha512.Size384},
	SHA512: {"sha512", sha512.Size},
}

// Algorithms gives them all, the usual one first.
func Algorithms() []Algorithm { return []Algorithm{SHA256, SHA384, SHA512} }

// String gives the name used in digests.
func (a Algorithm) String() string { return algorithms[a].name }

// Size gives the length of the hash in bytes.
func (a Algorithm) Size() int { return algorithms[a].size }

// LookupAlgorithm finds an algorithm by its exact name.
func LookupAlgorithm(name string) (Algorithm, bool) {
	for _, a := range Algorithms() {
		if a.String() == name {
			return a, true
		}
	}
	return 0, false
}

// Digest is an algorithm and a hash value. It is comparable; the zero Digest is
// none. Text becomes a Digest only through [Parse], so a Digest in a program is
// always well formed.
type Digest struct {
	algorithm Algorithm
	sum       [sha512.Size]byte
}

// Of hashes bytes.
func Of(a Algorithm, data []byte) (d Digest) {
	d.set(a, data)
	return d
}

// set makes d the hash of bytes.
func (d *Digest) set(a Algorithm, data []byte) {
	d.algorithm = a
	switch a {
	case SHA256:
		*(*[sha256.Size]byte)(d.sum[:]) = sha256.Sum256(data)
	case SHA384:
		*(*[sha512.Size384]byte)(d.sum[:]) = sha512.Sum384(data)
	case SHA512:
		d.sum = sha512.Sum512(data)
	}
}

// IsZero reports whether there is no digest.
func (d Digest) IsZero() bool { return d.algorithm == 0 }

// Algorithm gives the hash function.
func (d Digest) Algorithm() Algorithm { return d.algorithm }

// Bytes gives the hash value.
func (d Digest) Bytes() []byte { return d.sum[:d.algorithm.Size()] }

// Hex gives the hash value in lower-case hexadecimal, without the algorithm.
func (d Digest) Hex() string { return hex.EncodeToString(d.Bytes()) }

// String gives "algorithm:hex", which [Parse] reads back; "" for the zero Digest.
func (d Digest) String() string {
	if d.IsZero() {
		return ""
	}
	return d.algorithm.String() + ":" + d.Hex()
}

// MarshalText is String.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }
