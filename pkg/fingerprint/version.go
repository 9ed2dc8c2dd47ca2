package fingerprint

import "crypto/sha256"

// V1Name names the first version: it is the first thing that is hashed.
const V1Name = "dcc-mcp-trust-fingerprint-v1"

// Version is one way to encode a definition. The zero Version encodes nothing.
type Version struct {
	Name   string
	encode func(*writer, Definition)
}

// Versions lists the known versions, oldest first. The first is the default.
func Versions() []Version {
	return []Version{{Name: V1Name, encode: encodeV1}}
}

// LookupVersion finds a version by its exact name.
func LookupVersion(name string) (Version, bool) {
	for _, v := range Versions() {
		if v.Name == name {
			return v, true
		}
	}
	return Version{}, false
}

// Preimage gives the bytes that are hashed. Every string of the definition is in
// them as written; a definition that holds a secret in an argument or in its URL
// has it here too.
func (v Version) Preimage(d Definition) []byte {
	w := writer{}
	v.encode(&w, d)
	return w.bytes
}

// Sum gives the fingerprint: the SHA-256 of the preimage. It does not validate;
// call [Definition.Validate] first.
func (v Version) Sum(d Definition) Fingerprint { return sha256.Sum256(v.Preimage(d)) }

// Trace tells what each stretch of the preimage is. The stretches touch and
// cover it.
func (v Version) Trace(d Definition) []Stretch {
	w := writer{trace: true}
	v.encode(&w, d)
	return w.stretches
}

// V1 gives the fingerprint under "dcc-mcp-trust-fingerprint-v1".
func (d Definition) V1() Fingerprint { return Versions()[0].Sum(d) }
