package evidence

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// AnnotationKey is the _meta key of trust annotations on a tool result or on
// one of its content blocks.
const AnnotationKey = "io.modelcontextprotocol/trust-annotations"

// Ref is an evidenceRef to publish.
type Ref struct {
	Type             string // scheme of the record; an open string
	Digest           digest.Digest
	Canonicalization digest.Canonicalization
	Schema           string // URI; "" leaves it out
	Locator          string // where the record can be found (`ref`); "" leaves it out
}

// JSON writes the evidenceRef as one line, members in the order of the draft.
func (r Ref) JSON() string {
	var b strings.Builder
	b.WriteString(`{"type":` + record.QuoteJSON(r.Type))
	b.WriteString(`,"digest":` + record.QuoteJSON(r.Digest.String()))
	b.WriteString(`,"canonicalization":` + record.QuoteJSON(r.Canonicalization.ID()))
	if r.Schema != "" {
		b.WriteString(`,"schema":` + record.QuoteJSON(r.Schema))
	}
	if r.Locator != "" {
		b.WriteString(`,"ref":` + record.QuoteJSON(r.Locator))
	}
	b.WriteByte('}')
	return b.String()
}

// ExpandTemplate fills in a ref template: {hex} and {digest} stand for the hash
// value and the whole digest. Any other text between braces is an error.
func ExpandTemplate(template string, d digest.Digest) (string, error) {
	var b strings.Builder
	for rest := template; ; {
		before, after, found := strings.Cut(rest, "{")
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		name, after, closed := strings.Cut(after, "}")
		switch {
		case closed && name == "hex":
			b.WriteString(d.Hex())
		case closed && name == "digest":
			b.WriteString(d.String())
		default:
			return "", fmt.Errorf("unknown placeholder %s in the ref template; write {hex} or {digest}", diag.Quote("{"+name, 40))
		}
		rest = after
	}
}

// Annotation is a trust annotation to publish. A nil boolean makes no claim,
// which is not the same as false.
type Annotation struct {
	Sensitive, Untrusted *bool
	EvidenceRef          *Ref
}

// JSON writes the annotation object as one line.
func (a Annotation) JSON() string {
	var members []string
	for _, m := range []struct {
		name  string
		value *bool
	}{{"sensitive", a.Sensitive}, {"untrusted", a.Untrusted}} {
		if m.value != nil {
			members = append(members, record.QuoteJSON(m.name)+":"+strconv.FormatBool(*m.value))
		}
	}
	if a.EvidenceRef != nil {
		members = append(members, `"evidenceRef":`+a.EvidenceRef.JSON())
	}
	return "{" + strings.Join(members, ",") + "}"
}

// MetaJSON writes the _meta object that carries the annotation under key, as
// the member of a tool result.
func (a Annotation) MetaJSON(key string) string {
	return `{"_meta":{` + record.QuoteJSON(key) + ":" + a.JSON() + "}}"
}

// Errors of Inject.
var (
	ErrNotResult = errors.New("not a tool result; give a CallToolResult (an object with content) or the JSON-RPC response around it")
	ErrAnnotated = errors.New("result already carries trust annotations; remove them first")
	ErrBadMeta   = errors.New("_meta of the result is not an object")
)

// Inject gives the text of a tool result with the annotation put into its
// _meta under key. Bytes outside the insertion stay as they are; so does a
// JSON-RPC envelope. The errors are ErrNotResult, ErrAnnotated and ErrBadMeta.
func Inject(result *record.Record, key string, a Annotation) ([]byte, error) {
	root := result.Root()
	if !root.Get("jsonrpc").IsZero() {
		root = root.Get("result")
	}
	if root.Kind() != record.Object || root.Get("content").IsZero() && root.Get("structuredContent").IsZero() {
		return nil, ErrNotResult
	}
	edit := record.Add(root, "_meta", "{"+record.QuoteJSON(key)+":"+a.JSON()+"}")
	if meta, found := root.Member("_meta"); found {
		if meta.Value.Kind() != record.Object {
			return nil, ErrBadMeta
		}
		if !meta.Value.Get(key).IsZero() {
			return nil, ErrAnnotated
		}
		edit = record.Add(meta.Value, key, a.JSON())
	}
	return record.Apply(result.Raw(), []record.Edit{edit})
}
