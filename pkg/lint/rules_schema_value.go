package lint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

var schemaValueRules = []Rule{
	{
		ID: "TOOL059", Slug: "unsatisfiable", Severity: diag.Error, Since: "0.1.0",
		Summary: "no value can satisfy a schema",
		Doc: Doc{
			Why: "An empty enum, a minimum above the maximum or a const outside the enum leaves no value to send. When the " +
				"parameter is required every call fails; otherwise it can never be used.",
			Bad:  Example{Input: `{"name": "set", "inputSchema": {"type": "object", "properties": {"level": {"type": "integer", "minimum": 5, "maximum": 1}}}}`},
			Good: Example{Input: `{"name": "set", "inputSchema": {"type": "object", "properties": {"level": {"type": "integer", "minimum": 1, "maximum": 5}}}}`},
			Fix:  "Correct the limits or the choices.",
			Refs: []Ref{refDialect2020},
		},
		Check: Check{Node: checkUnsatisfiable},
	},
	{
		ID: "TOOL060", Slug: "enum-values", Severity: diag.Warning, Since: "0.1.0",
		Summary: "an enum has values of another type than the schema, or twice the same",
		Doc: Doc{
			Why: "A choice of the wrong type is offered to the model and then refused. A choice that stands there twice makes " +
				"the schema invalid for some providers.",
			Bad:  Example{Input: `{"name": "set", "inputSchema": {"type": "object", "properties": {"level": {"type": "integer", "enum": ["1", 2]}}}}`},
			Good: Example{Input: `{"name": "set", "inputSchema": {"type": "object", "properties": {"level": {"type": "integer", "enum": [1, 2]}}}}`},
			Fix:  "Write all choices in the type of the schema, each once.",
			Refs: []Ref{{"JSON Schema 2020-12, Validation, enum", "https://json-schema.org/draft/2020-12/json-schema-validation#name-enum"}},
		},
		Check: Check{Node: checkEnumValues},
	},
	{
		ID: "TOOL073", Slug: "large-number", Severity: diag.Info, Since: "0.1.0",
		Summary: "a number is beyond what JSON readers keep exactly",
		Doc: Doc{
			Why: "Most readers of JSON hold numbers as doubles, which are exact up to 9007199254740991. A larger limit or " +
				"default is rounded, so client and server may not mean the same number.",
			Bad:  Example{Input: `{"name": "get", "inputSchema": {"type": "object", "properties": {"id": {"type": "integer", "maximum": 9223372036854775807}}}}`},
			Good: Example{Input: `{"name": "get", "inputSchema": {"type": "object", "properties": {"id": {"type": "integer", "maximum": 9007199254740991}}}}`},
			Fix:  "Use a smaller number, leave the limit out, or make an id a string.",
			Refs: []Ref{{"RFC 7493 section 2.2: numbers", "https://www.rfc-editor.org/rfc/rfc7493#section-2.2"}},
		},
		Check: Check{Node: checkLargeNumbers},
	},
}

// limitPairs are keywords of which the first must not be above the second.
// With strict they must not be equal either.
var limitPairs = []struct {
	low, high string
	strict    bool
}{
	{"minimum", "maximum", false}, {"exclusiveMinimum", "maximum", true}, {"minimum", "exclusiveMaximum", true},
	{"exclusiveMinimum", "exclusiveMaximum", true}, {"minLength", "maxLength", false}, {"minItems", "maxItems", false},
	{"minProperties", "maxProperties", false}, {"minContains", "maxContains", false},
}

func checkUnsatisfiable(p *Pass, n *Node) {
	v := n.Value
	if n.keywords()&(hasEnum|hasChoice|hasLimit) == 0 {
		return
	}
	for m := range v.Members() {
		switch m.Name {
		case "enum", "anyOf", "oneOf":
			if m.Value.Kind() == record.Array && m.Value.Len() == 0 {
				p.Report(Issue{At: m.Value, Message: fmt.Sprintf("%s is empty, so no value is allowed", m.Name), Help: "list the choices, or leave it out"})
			}
		case "not":
			if always, _ := m.Value.Bool(); (always || m.Value.Kind() == record.Object && m.Value.Len() == 0) && !n.closes() {
				i := Issue{At: m.Value, Message: "not excludes every value", Help: "say what is excluded, or take the property out"}
				if n.Keyword == "anyOf" || n.Keyword == "oneOf" {
					i.Severity, i.Message, i.Help = diag.Warning, "not excludes every value, so this alternative is never met", "take it out"
				}
				p.Report(i)
			}
		}
	}
	checkLimits(p, n)
	if n.keywords()&hasEnum != 0 {
		checkConstant(p, v)
	}
}

// checkLimits compares the limits of a schema with each other.
func checkLimits(p *Pass, n *Node) {
	if n.keywords()&hasLimit == 0 {
		return
	}
	v := n.Value
	for _, pair := range limitPairs {
		low, high := v.Get(pair.low), v.Get(pair.high)
		a, okA := low.Float64()
		b, okB := high.Float64()
		if okA && okB && (a > b || pair.strict && a == b) {
			p.Report(Issue{
				At: low, Message: fmt.Sprintf("%s %s and %s %s leave no value", pair.low, shown(low), pair.high, shown(high)),
				Help: "correct one of the two", Related: []Related{{At: high, Message: pair.high + " is here"}},
			})
		}
	}
}

// closes reports a place where excluding every value is a way to say that
// nothing more may follow.
func (n *Node) closes() bool {
	return slices.Contains([]string{
		"additionalProperties", "additionalItems", "unevaluatedProperties", "unevaluatedItems", "patternProperties", "not", "if", "else", "then", "$defs", "definitions",
	}, n.Keyword)
}

// checkConstant compares const, enum and type with each other.
func checkConstant(p *Pass, schema record.Value) {
	types := typesOf(schema)
	enum, constant := schema.Get("enum"), schema.Get("const")
	if !constant.IsZero() {
		switch {
		case len(types) > 0 && !isOfType(constant, types):
			p.Report(Issue{At: constant, Message: fmt.Sprintf("const is %s, which the type %s excludes", article(constant.Kind()), strings.Join(types, " or ")), Help: "correct the type or the value"})
		case enum.Len() > 0 && !slices.ContainsFunc(elements(enum), func(e record.Value) bool { return equal(e, constant) }):
			p.Report(Issue{At: constant, Message: "const is not among the values of enum", Help: "correct one of the two"})
		}
	}
	if enum.Len() > 0 && len(types) > 0 && !slices.ContainsFunc(elements(enum), func(e record.Value) bool { return isOfType(e, types) }) {
		p.Report(Issue{
			At: enum, Message: fmt.Sprintf("no value of enum is of the type %s", strings.Join(types, " or ")), Help: "correct the type or the values",
		})
	}
}

func elements(array record.Value) []record.Value {
	out := make([]record.Value, 0, array.Len())
	for _, e := range array.Elements() {
		out = append(out, e)
	}
	return out
}

// isOfType reports whether a value has one of the types, as JSON Schema names
// them.
func isOfType(v record.Value, types []string) bool {
	kind := v.Kind().String()
	for _, t := range types {
		if t == kind {
			return true
		}
		if x, ok := v.Float64(); t == "integer" && ok && x == math.Trunc(x) {
			return true
		}
	}
	return false
}

func checkEnumValues(p *Pass, n *Node) {
	if n.keywords()&hasEnum == 0 {
		return
	}
	enum := n.Value.Get("enum")
	if enum.Kind() != record.Array {
		return
	}
	types := typesOf(n.Value)
	var strangers []record.Value
	seen := make(map[string]record.Value)
	for _, e := range enum.Elements() {
		if len(types) > 0 && !isOfType(e, types) {
			strangers = append(strangers, e)
		}
		key := identity(e)
		if first, twice := seen[key]; twice {
			p.Report(Issue{At: e, Message: "enum has this value twice", Help: "remove one of the two", Related: []Related{{At: first, Message: "first here"}}})
			continue
		}
		seen[key] = e
	}
	if len(strangers) == enum.Len() {
		return // TOOL059
	}
	for _, e := range strangers {
		p.Report(Issue{
			At: e, Message: fmt.Sprintf("this value of enum is %s, which the type %s excludes", article(e.Kind()), strings.Join(types, " or ")),
			Help: "write it in the type of the schema",
		})
	}
}

// identity gives a text that is the same for two values exactly when they are
// equal.
func identity(v record.Value) string {
	text, err := digest.JCS.Append(nil, v)
	if err != nil {
		return string(v.Raw())
	}
	return string(text)
}

func checkLargeNumbers(p *Pass, n *Node) {
	if n.keywords()&(hasEnum|hasLimit|hasDefault|hasExamples) == 0 {
		return
	}
	for m := range n.Value.Members() {
		switch m.Name {
		case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "default", "const":
			reportLarge(p, m.Name, m.Value)
		case "enum", "examples":
			for _, e := range m.Value.Elements() {
				reportLarge(p, m.Name, e)
			}
		}
	}
}

func reportLarge(p *Pass, keyword string, v record.Value) {
	x, ok := v.Float64()
	if !ok || math.Abs(x) < 1<<53 || x != math.Trunc(x) {
		return
	}
	p.Report(Issue{
		At: v, Message: fmt.Sprintf("%s %s is beyond 9007199254740991, up to which JSON readers are exact", keyword, shown(v)),
		Help: "use a smaller number, or a string for an id",
	})
}
