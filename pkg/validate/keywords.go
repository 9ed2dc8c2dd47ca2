package validate

// shape is what the value of a keyword must look like.
type shape uint8

const (
	anything shape = iota
	text
	flag
	number
	positive    // number above 0
	count       // integer, 0 or more
	names       // array of different strings
	someNames   // the same, and not empty
	values      // array
	someValues  // array, not empty, all different
	types       // a type name, or an array of different ones
	uri         // absolute URI
	reference   // URI reference
	identifier  // URI reference without a fragment, but "#" is accepted
	anchor      // plain name
	vocabulary  // object of booleans
	nameLists   // object of names
	subschema   // schema
	flagOrSub   // boolean or schema, in the dialect that has no boolean schemas
	subschemas  // array of schemas, not empty
	subOrList   // schema, or array of schemas, not empty
	schemaMap   // object of schemas
	patternMap  // object of schemas, its names are patterns
	subsOrNames // object of schemas or names
)

// effect is where a keyword's subschemas apply.
type effect uint8

const (
	nowhere effect = iota // a definition, or no subschema at all
	inPlace               // to the same value
	inside                // to members or elements of the value
)

type keyword struct {
	name        string
	shape       shape
	effect      effect
	first, last Dialect
	asserts     bool // can make a value invalid
}

// keywords is what the dialects define, one line for each form of a keyword.
// The dialects' own metaschemas are the reference, and a test compares. One
// difference is kept: draft-04 says nothing of $ref, which everybody has there.
var keywords = [...]keyword{
	{"id", text, nowhere, Draft4, Draft4, false},
	{"$id", reference, nowhere, Draft6, Draft7, false},
	{"$id", identifier, nowhere, Draft2019, Draft2020, false},
	{"$schema", uri, nowhere, Draft4, Draft2020, false},
	{"$ref", text, nowhere, Draft4, Draft4, true},
	{"$ref", reference, nowhere, Draft6, Draft2020, true},
	{"$anchor", anchor, nowhere, Draft2019, Draft2020, false},
	{"$dynamicRef", reference, nowhere, Draft2020, Draft2020, true},
	{"$dynamicAnchor", anchor, nowhere, Draft2020, Draft2020, false},
	{"$recursiveRef", reference, nowhere, Draft2019, Draft2020, true},
	{"$recursiveAnchor", flag, nowhere, Draft2019, Draft2019, false},
	{"$recursiveAnchor", anchor, nowhere, Draft2020, Draft2020, false},
	{"$vocabulary", vocabulary, nowhere, Draft2019, Draft2020, false},
	{"$comment", text, nowhere, Draft7, Draft2020, false},
	{"$defs", schemaMap, nowhere, Draft2019, Draft2020, false},
	{"definitions", schemaMap, nowhere, Draft4, Draft2020, false},

	{"title", text, nowhere, Draft4, Draft2020, false},
	{"description", text, nowhere, Draft4, Draft2020, false},
	{"default", anything, nowhere, Draft4, Draft2020, false},
	{"examples", values, nowhere, Draft6, Draft2020, false},
	{"readOnly", flag, nowhere, Draft7, Draft2020, false},
	{"writeOnly", flag, nowhere, Draft7, Draft2020, false},
	{"deprecated", flag, nowhere, Draft2019, Draft2020, false},
	{"format", text, nowhere, Draft4, Draft2020, false},
	{"contentMediaType", text, nowhere, Draft7, Draft2020, false},
	{"contentEncoding", text, nowhere, Draft7, Draft2020, false},
	{"contentSchema", subschema, nowhere, Draft2019, Draft2020, false},

	{"type", types, nowhere, Draft4, Draft2020, true},
	{"const", anything, nowhere, Draft6, Draft2020, true},
	{"enum", someValues, nowhere, Draft4, Draft6, true},
	{"enum", values, nowhere, Draft7, Draft2020, true},

	{"multipleOf", positive, nowhere, Draft4, Draft2020, true},
	{"maximum", number, nowhere, Draft4, Draft2020, true},
	{"exclusiveMaximum", flag, nowhere, Draft4, Draft4, true},
	{"exclusiveMaximum", number, nowhere, Draft6, Draft2020, true},
	{"minimum", number, nowhere, Draft4, Draft2020, true},
	{"exclusiveMinimum", flag, nowhere, Draft4, Draft4, true},
	{"exclusiveMinimum", number, nowhere, Draft6, Draft2020, true},
	{"maxLength", count, nowhere, Draft4, Draft2020, true},
	{"minLength", count, nowhere, Draft4, Draft2020, true},
	{"pattern", text, nowhere, Draft4, Draft2020, true},
	{"maxItems", count, nowhere, Draft4, Draft2020, true},
	{"minItems", count, nowhere, Draft4, Draft2020, true},
	{"uniqueItems", flag, nowhere, Draft4, Draft2020, true},
	{"maxContains", count, nowhere, Draft2019, Draft2020, true},
	{"minContains", count, nowhere, Draft2019, Draft2020, true},
	{"maxProperties", count, nowhere, Draft4, Draft2020, true},
	{"minProperties", count, nowhere, Draft4, Draft2020, true},
	{"required", someNames, nowhere, Draft4, Draft4, true},
	{"required", names, nowhere, Draft6, Draft2020, true},
	{"dependentRequired", nameLists, nowhere, Draft2019, Draft2020, true},

	{"allOf", subschemas, inPlace, Draft4, Draft2020, true},
	{"anyOf", subschemas, inPlace, Draft4, Draft2020, true},
	{"oneOf", subschemas, inPlace, Draft4, Draft2020, true},
	{"not", subschema, inPlace, Draft4, Draft2020, true},
	{"if", subschema, inPlace, Draft7, Draft2020, true},
	{"then", subschema, inPlace, Draft7, Draft2020, true},
	{"else", subschema, inPlace, Draft7, Draft2020, true},
	{"dependentSchemas", schemaMap, inPlace, Draft2019, Draft2020, true},
	{"dependencies", subsOrNames, inPlace, Draft4, Draft2020, true},
	{"properties", schemaMap, inside, Draft4, Draft2020, true},
	{"patternProperties", patternMap, inside, Draft4, Draft2020, true},
	{"additionalProperties", flagOrSub, inside, Draft4, Draft4, true},
	{"additionalProperties", subschema, inside, Draft6, Draft2020, true},
	{"propertyNames", subschema, inside, Draft6, Draft2020, true},
	{"unevaluatedProperties", subschema, inside, Draft2019, Draft2020, true},
	{"prefixItems", subschemas, inside, Draft2020, Draft2020, true},
	{"items", subOrList, inside, Draft4, Draft2019, true},
	{"items", subschema, inside, Draft2020, Draft2020, true},
	{"additionalItems", flagOrSub, inside, Draft4, Draft4, true},
	{"additionalItems", subschema, inside, Draft6, Draft2019, true},
	{"contains", subschema, inside, Draft6, Draft2020, true},
	{"unevaluatedItems", subschema, inside, Draft2019, Draft2020, true},
}

var keywordsOf = func() (of [Draft2020 + 1]map[string]keyword) {
	for d := Draft4; d <= Draft2020; d++ {
		of[d] = make(map[string]keyword)
		for _, k := range keywords {
			if k.first <= d && d <= k.last {
				of[d][k.name] = k
			}
		}
	}
	return of
}()

// Keyword reports whether the dialect defines a keyword of that name.
func (d Dialect) Keyword(name string) bool {
	_, ok := d.keyword(name)
	return ok
}

func (d Dialect) keyword(name string) (keyword, bool) {
	if int(d) >= len(keywordsOf) {
		return keyword{}, false
	}
	k, ok := keywordsOf[d][name]
	return k, ok
}
