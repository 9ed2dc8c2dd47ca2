// Package store keeps canonical records by their digest, in a folder that is an
// OCI image layout (image-spec 1.1, image-layout.md):
//
//	oci-layout                {"imageLayoutVersion":"1.0.0"}
//	index.json                an image index
//	blobs/sha256/c509d629…    the canonical bytes of a record
//	.incoming/                records that are being written
//
// A blob is the canonical bytes and nothing else, so its name is the digest that
// a claim gives. A store does not say under which canonicalization: the claim
// does. The same bytes can be two records, 0x30 is 0 in one and -17 in the other.
//
// # What is believed
//
// [Store.Get] hashes what it reads, always. Bytes with another hash are a
// [*CorruptError] and never a record: a write that was torn, a disk that
// forgets, or somebody's hand. Symbolic links are not followed, and nothing
// outside of the folder is read or written.
//
// # What is durable
//
// A [Batch] is the unit: after [Batch.Commit] its records are on the disk under
// their names, before it none of them is. The data is flushed first, then the
// names are given, then the folder is flushed. On Linux that is two calls for
// any number of records, elsewhere one for each record and one for the folder.
// Processes may write one store at the same time: a name is given by renaming,
// and whoever comes second gives the same bytes the same name.
//
// # What moves
//
// Tools that copy a layout follow index.json, and take only what it reaches. A
// store whose records are not listed is valid, since blobs without a reference
// are allowed, but such a tool moves nothing of it. [Store.List] makes the list:
// one entry named "records", an index of manifests whose layers are the records.
// It reads the whole store, so it is made when somebody asks and not with every
// record; until then, and after a run that was killed, nothing is lost but the
// list.
package store
