package store

import (
	"encoding/json"
	"fmt"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// Media types of image-spec 1.1.
const (
	typeIndex    = "application/vnd.oci.image.index.v1+json"
	typeManifest = "application/vnd.oci.image.manifest.v1+json"
)

const (
	// TypeRecord is the media type of a record in a manifest. It does not tell JSON
	// from CBOR, because the bytes alone do not.
	TypeRecord = "application/vnd.mcp-evref.record.v1"
	// TypeConfig is the media type of the config that every manifest has.
	TypeConfig = "application/vnd.mcp-evref.config.v1+json"
	// TypeRecords is the artifact type of manifests and of the index above them.
	TypeRecords = "application/vnd.mcp-evref.records.v1"
	// RefName is what the list of records is called in index.json.
	RefName = "records"

	refName = "org.opencontainers.image.ref.name"
)

// descriptor points to a blob (image-spec, descriptor.md).
type descriptor struct {
	MediaType    string            `json:"mediaType"`
	Digest       string            `json:"digest"`
	Size         int64             `json:"size"`
	ArtifactType string            `json:"artifactType,omitempty"`
	Annotations  map[string]string `json:"annotations,omitempty"`
}

// manifest is an image manifest or, with Manifests, an image index.
type manifest struct {
	SchemaVersion int          `json:"schemaVersion"`
	MediaType     string       `json:"mediaType"`
	ArtifactType  string       `json:"artifactType,omitempty"`
	Config        *descriptor  `json:"config,omitempty"`
	Layers        []descriptor `json:"layers,omitempty"`
	Manifests     []descriptor `json:"manifests,omitempty"`
}

// config is what manifests have for a config. OCI's own empty config is {}, which
// is a record too, and then nobody could tell whether the store was given it.
const config = `{"version":1}` + "\n"

func describe(mediaType, artifactType string, data []byte) descriptor {
	return descriptor{MediaType: mediaType, ArtifactType: artifactType, Digest: digest.Of(digest.SHA256, data).String(), Size: int64(len(data))}
}

// text writes a manifest. The line end behind it is what no canonical record
// has: no record can be taken for a manifest, nor the other way round.
func (m *manifest) text() []byte {
	text, err := json.Marshal(m)
	if err != nil {
		panic("store: " + err.Error()) // strings and numbers only
	}
	return append(text, '\n')
}

// isList recognises the manifests and the index that List has written.
func isList(v record.Value) bool {
	text, _ := v.Get("artifactType").Text()
	return v.Kind() == record.Object && text == TypeRecords
}

// pointers gives the descriptors of an index or a manifest that lead to other
// blobs, and what is wrong with it.
func pointers(v record.Value) (out []record.Value, problem string) {
	if v.Kind() != record.Object {
		return nil, "is no JSON object"
	}
	if n, ok := v.Get("schemaVersion").Int64(); !ok || n != 2 {
		return nil, "does not have schemaVersion 2"
	}
	add := func(d record.Value, where string) {
		if why := descriptorProblem(d); why != "" && problem == "" {
			problem = fmt.Sprintf("%s %s", where, why)
		} else if why == "" {
			out = append(out, d)
		}
	}
	for _, name := range []string{"manifests", "layers"} {
		list := v.Get(name)
		if !list.IsZero() && list.Kind() != record.Array {
			return nil, name + " is no array"
		}
		for i, d := range list.Elements() {
			add(d, record.ChildIndex("/"+name, i))
		}
	}
	if config := v.Get("config"); !config.IsZero() {
		add(config, "/config")
	}
	return out, problem
}

// descriptorProblem says what is wrong with a descriptor.
func descriptorProblem(d record.Value) string {
	_, isText := d.Get("digest").Text()
	size, isInteger := d.Get("size").Int64()
	mediaType, _ := d.Get("mediaType").Text()
	switch {
	case mediaType == "":
		return "has no mediaType"
	case !isText:
		return "has no digest"
	case !isInteger || size < 0:
		return "has no size"
	}
	return ""
}
