package validate

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// CheckSchema checks a schema against its dialect: does every keyword have the
// form the dialect gives it. It answers as the dialect's metaschema would,
// except that it does not judge patterns. Violations are in document order, at
// most [MaxViolations] and one more that counts the rest.
func CheckSchema(schema record.Value, d Dialect) []Violation {
	c := checker{root: schema, dialect: d}
	c.schema("", schema)
	return bound(schema, c.found, c.total)
}

type checker struct {
	root    record.Value
	dialect Dialect
	found   []Violation
	total   int
}

func (c *checker) report(at record.Value, keyword, message, help string) {
	if c.total++; c.total <= MaxViolations {
		c.found = append(c.found, Violation{Pointer: at.PointerFrom(c.root), At: at, Keyword: keyword, Message: message, Help: help})
	}
}

// schema checks a value that stands where a schema must; keyword is what it
// stands under.
func (c *checker) schema(keyword string, v record.Value) {
	switch {
	case v.Kind() == record.Object:
	case v.Kind() == record.Bool && c.dialect > Draft4:
		return
	default:
		c.notSchema(keyword, v)
		return
	}
	for name, value := range v.Entries() {
		if k, ok := keywordsOf[c.dialect][string(name.Content())]; ok {
			c.keyword(k, value, v)
		}
	}
}

func (c *checker) notSchema(keyword string, v record.Value) {
	what, help := "a schema is an object or a boolean", ""
	switch {
	case c.dialect == Draft4 && v.Kind() == record.Bool:
		what, help = "draft-04 has no boolean schemas", "write {} for true and {\"not\": {}} for false"
	case c.dialect == Draft4:
		what = "a schema is an object"
	case keyword == "items" && v.Kind() == record.Array:
		help = "a list of element schemas is prefixItems since 2020-12"
	}
	c.report(v, keyword, fmt.Sprintf("%s, found %s", what, describe(v)), help)
}

func (c *checker) keyword(k keyword, v, parent record.Value) {
	switch k.shape {
	case text:
		c.expect(k, v, record.String, "a string")
	case flag:
		c.flag(k, v, parent)
	case number, positive, count:
		c.number(k, v)
	case names, someNames, values, someValues:
		c.list(k, v)
	case types:
		c.types(k, v)
	case uri, reference, identifier, anchor:
		c.text(k, v)
	case vocabulary, nameLists, schemaMap, patternMap, subsOrNames:
		c.mapping(k, v)
	case subschema:
		c.schema(k.name, v)
	case flagOrSub:
		if v.Kind() != record.Bool {
			c.schema(k.name, v)
		}
	case subschemas, subOrList:
		c.schemas(k, v)
	}
}

func (c *checker) expect(k keyword, v record.Value, kind record.Kind, what string) bool {
	if v.Kind() == kind && !v.IsZero() {
		return true
	}
	c.report(v, k.name, fmt.Sprintf("%s must be %s, found %s", k.name, what, describe(v)), "")
	return false
}

func (c *checker) flag(k keyword, v, parent record.Value) {
	if v.Kind() != record.Bool && c.dialect == Draft4 && strings.HasPrefix(k.name, "exclusive") && v.Kind() == record.Number {
		c.report(v, k.name, fmt.Sprintf("%s is a boolean in draft-04, found %s", k.name, describe(v)),
			fmt.Sprintf("put the number in %s, or name a newer dialect in $schema", bounded(k.name)))
		return
	}
	if !c.expect(k, v, record.Bool, "true or false") {
		return
	}
	if partner := bounded(k.name); partner != "" {
		if _, ok := parent.Member(partner); !ok {
			c.report(v, k.name, fmt.Sprintf("%s stands without %s", k.name, partner), "in draft-04 it only changes what "+partner+" means")
		}
	}
}

// bounded gives the keyword that a draft-04 exclusive flag belongs to.
func bounded(name string) string {
	switch name {
	case "exclusiveMaximum":
		return "maximum"
	case "exclusiveMinimum":
		return "minimum"
	}
	return ""
}

func (c *checker) number(k keyword, v record.Value) {
	help := ""
	if v.Kind() == record.Bool && strings.HasPrefix(k.name, "exclusive") {
		help = fmt.Sprintf("true and false are draft-04: write the limit itself here and leave out %s", bounded(k.name))
	}
	f, ok := v.Float64()
	switch {
	case !ok:
		what := map[shape]string{number: "a number", positive: "a number above 0", count: "a non-negative integer"}[k.shape]
		c.report(v, k.name, fmt.Sprintf("%s must be %s, found %s", k.name, what, describe(v)), help)
	case k.shape == positive && !(f > 0):
		c.report(v, k.name, fmt.Sprintf("%s must be above 0, found %s", k.name, describe(v)), "")
	case k.shape == count && (f < 0 || f != float64(uint64(f)) && f < 1<<53):
		c.report(v, k.name, fmt.Sprintf("%s must be a non-negative integer, found %s", k.name, describe(v)), "")
	}
}

func (c *checker) list(k keyword, v record.Value) {
	if v.Kind() != record.Array {
		help := ""
		if k.name == "required" && v.Kind() == record.Bool {
			help = "list the names of required members in the required array of the object around them"
		}
		what := "an array"
		if k.shape == names || k.shape == someNames {
			what = "an array of names"
		}
		c.report(v, k.name, fmt.Sprintf("%s must be %s, found %s", k.name, what, describe(v)), help)
		return
	}
	if v.Len() == 0 && (k.shape == someNames || k.shape == someValues) {
		c.report(v, k.name, fmt.Sprintf("%s must not be empty in %s", k.name, c.dialect), "leave it out")
	}
	if k.shape == values {
		return
	}
	seen := make(map[string]bool)
	for _, e := range v.Elements() {
		switch key := identity(e); {
		case k.shape != someValues && e.Kind() != record.String:
			c.report(e, k.name, fmt.Sprintf("%s holds names, found %s", k.name, describe(e)), "")
		case seen[key]:
			c.report(e, k.name, fmt.Sprintf("%s lists %s twice", k.name, map[bool]string{true: "a value", false: "a name"}[k.shape == someValues]), "remove one of the two")
		default:
			seen[key] = true
		}
	}
}

// typeNames are the types a schema may name.
var typeNames = []string{"array", "boolean", "integer", "null", "number", "object", "string"}

func (c *checker) types(k keyword, v record.Value) {
	if v.Kind() == record.String {
		c.typeName(v)
		return
	}
	if v.Kind() != record.Array {
		c.report(v, k.name, fmt.Sprintf("type must be a type name or an array of them, found %s", describe(v)), "")
		return
	}
	if v.Len() == 0 {
		c.report(v, k.name, "type must not be an empty array", "leave it out to allow every type")
	}
	seen := make(map[string]bool)
	for _, e := range v.Elements() {
		name, ok := e.Text()
		switch {
		case !ok:
			c.report(e, k.name, fmt.Sprintf("type holds type names, found %s", describe(e)), "")
		case seen[name]:
			c.report(e, k.name, fmt.Sprintf("type lists %s twice", diag.Quote(name, 0)), "remove one of the two")
		default:
			seen[name] = true
			c.typeName(e)
		}
	}
}

func (c *checker) typeName(v record.Value) {
	name, _ := v.Text()
	for _, t := range typeNames {
		if t == name {
			return
		}
	}
	help := "the types are " + strings.Join(typeNames, ", ")
	if alias, ok := typeAliases[strings.ToLower(name)]; ok {
		help = fmt.Sprintf("write %q", alias)
	} else if near, ok := diag.Nearest(name, typeNames); ok {
		help = fmt.Sprintf("did you mean %q?", near)
	}
	c.report(v, "type", fmt.Sprintf("%s is not a JSON Schema type", diag.Quote(name, 0)), help)
}

// typeAliases are names other languages have for the types.
var typeAliases = map[string]string{
	"any": "object", "bool": "boolean", "dict": "object", "double": "number", "float": "number", "int": "integer",
	"int32": "integer", "int64": "integer", "list": "array", "long": "integer", "map": "object", "none": "null",
	"str": "string", "text": "string", "tuple": "array", "array": "array", "boolean": "boolean", "integer": "integer",
	"null": "null", "number": "number", "object": "object", "string": "string",
}

var (
	anchor2019 = regexp.MustCompile(`^[A-Za-z][-A-Za-z0-9.:_]*$`)
	anchor2020 = regexp.MustCompile(`^[A-Za-z_][-A-Za-z0-9._]*$`)
)

func (c *checker) text(k keyword, v record.Value) {
	if !c.expect(k, v, record.String, "a string") {
		return
	}
	s, _ := v.Text()
	u, err := url.Parse(s)
	broken := err != nil || strings.Contains(s, `\`)
	switch {
	case k.shape == anchor:
		pattern := anchor2020
		if c.dialect == Draft2019 {
			pattern = anchor2019
		}
		if !pattern.MatchString(s) {
			c.report(v, k.name, fmt.Sprintf("%s %s is not a plain name", k.name, diag.Quote(s, 0)), "begin with a letter and use letters, digits, - _ and .")
		}
	case broken:
		c.report(v, k.name, fmt.Sprintf("%s %s is not a URI reference", k.name, diag.Quote(s, 0)), "percent-encode spaces and backslashes")
	case k.shape == uri && !u.IsAbs():
		c.report(v, k.name, fmt.Sprintf("%s %s is not an absolute URI", k.name, diag.Quote(s, 0)), "the current dialect is "+Draft2020.URI())
	case k.shape == identifier && strings.Contains(strings.TrimSuffix(s, "#"), "#"):
		c.report(v, k.name, fmt.Sprintf("%s %s has a fragment", k.name, diag.Quote(s, 0)), "use $anchor for a name within the document")
	}
}

func (c *checker) mapping(k keyword, v record.Value) {
	if !c.expect(k, v, record.Object, "an object") {
		return
	}
	for _, value := range v.Entries() {
		switch {
		case k.shape == vocabulary:
			c.expect(k, value, record.Bool, "an object of true and false")
		case k.shape == nameLists, k.shape == subsOrNames && value.Kind() == record.Array:
			form := names
			if c.dialect == Draft4 {
				form = someNames
			}
			c.list(keyword{name: k.name, shape: form}, value)
		default:
			c.schema(k.name, value)
		}
	}
}

func (c *checker) schemas(k keyword, v record.Value) {
	if v.Kind() != record.Array {
		if k.shape == subOrList {
			c.schema(k.name, v)
			return
		}
		c.report(v, k.name, fmt.Sprintf("%s must be an array of schemas, found %s", k.name, describe(v)), "")
		return
	}
	if v.Len() == 0 {
		c.report(v, k.name, fmt.Sprintf("%s must not be empty", k.name), "leave it out")
	}
	for _, e := range v.Elements() {
		c.schema(k.name, e)
	}
}
