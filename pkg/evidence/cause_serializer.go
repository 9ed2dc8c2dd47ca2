package evidence

// Styles of well-known serializers.
var (
	canonicalStyle      = style{order: byUTF16, item: ",", colon: ":"}
	compact             = style{item: ",", colon: ":"}
	indented            = style{item: ",", colon: ": ", indent: "  "}
	python              = style{item: ", ", colon: ": ", escape: escapePython, number: asPython}
	pythonSorted        = style{order: byCodePoint, item: ", ", colon: ": ", escape: escapePython, number: asPython}
	pythonSortedCompact = style{order: byCodePoint, item: ",", colon: ":", escape: escapePython, number: asPython}
	goMap               = style{order: byCodePoint, item: ",", colon: ":", escape: escapeGo}
)

// with gives the style with something changed.
func (s style) with(change func(*style)) style {
	change(&s)
	return s
}

func plainText(s *style) { s.escape = escape{} }
func literals(s *style)  { s.number = asLiteral }

// variant is one style of a cause, with what the message says about it.
type variant struct {
	how string
	style
}

func tryAll(variants []variant) func(*search) {
	return func(s *search) {
		for _, v := range variants {
			s.styled(v.style, v.how)
		}
	}
}

// serializerCauses: what a JSON library wrote was hashed.
func serializerCauses() []Cause {
	return []Cause{
		{
			ID:      "ascii-escapes",
			Summary: `text beyond ASCII was written as \u escapes; canonical JSON keeps it as UTF-8`,
			Help:    "with Python's json give ensure_ascii=False, or better use a library for RFC 8785",
			try: tryAll([]variant{
				{"Python's json.dumps with sort_keys and compact separators", pythonSortedCompact},
				{"sorted by UTF-16 code unit", canonicalStyle.with(func(s *style) { s.escape = escapePython })},
				{"hexadecimal digits in capitals", canonicalStyle.with(func(s *style) { s.escape = escape{ascii: true, upper: true} })},
			}),
		},
		{
			ID:      "floats-kept",
			Summary: "numbers were not written as RFC 8785 does",
			Help:    "1.0, 1e0 and 1 are one number, written 1 (RFC 8785 section 3.2.2.3): write numbers as ECMAScript does",
			try: tryAll([]variant{
				{"1.0 kept as 1.0, as Python writes floats", pythonSortedCompact.with(plainText)},
				{"literals kept as the record writes them", canonicalStyle.with(literals)},
				{"literals kept as the record writes them, sorted by code point", canonicalStyle.with(func(s *style) { s.order, s.number = byCodePoint, asLiteral })},
				{"every number with a fraction, 1 as 1.0", canonicalStyle.with(func(s *style) { s.number = allFloats })},
				{"every number with a fraction, 1 as 1.0, in the order given", compact.with(func(s *style) { s.number = allFloats })},
			}),
		},
		{
			ID:      "python-sorted",
			Summary: "digest of Python's json.dumps with sort_keys, which puts a space behind commas and colons",
			Help:    `give separators=(",", ":") and ensure_ascii=False, or better use a library for RFC 8785`,
			try: tryAll([]variant{
				{"default separators", pythonSorted},
				{"default separators, ensure_ascii=False", pythonSorted.with(plainText)},
			}),
		},
		{
			ID:      "insertion-order",
			Summary: "digest of compact JSON with the members in the order given, as JSON.stringify writes it",
			Help:    helpSerialize,
			try: tryAll([]variant{
				{"", compact.with(func(s *style) { s.order = asScript })},
				{"integer-like names in the order given too", compact},
				{"numbers as the record writes them", compact.with(literals)},
			}),
		},
		{
			ID:      "python-default",
			Summary: "digest of Python's json.dumps, which keeps the order of members and puts a space behind commas and colons",
			Help:    helpSerialize,
			try: tryAll([]variant{
				{"default separators", python},
				{"ensure_ascii=False", python.with(plainText)},
				{"compact separators", python.with(func(s *style) { s.item, s.colon = ",", ":" })},
				{"compact separators, ensure_ascii=False", python.with(func(s *style) { s.item, s.colon, s.escape = ",", ":", escape{} })},
			}),
		},
		{
			ID:      "indented",
			Summary: "digest of JSON that was laid out over several lines",
			Help:    "a proxy, an editor or a log may have pretty-printed it; canonical JSON has no white space: " + helpRecompute,
			try:     tryAll(indentedVariants()),
		},
		{
			ID:      "html-escapes",
			Summary: `digest of JSON with <, > and & written as \u003c, \u003e and \u0026, as Go's encoding/json does`,
			Help:    "canonical JSON does not escape them: use a library for RFC 8785 instead of json.Marshal",
			try: tryAll([]variant{
				{"a map", goMap},
				{"a struct", goMap.with(func(s *style) { s.order = asGiven })},
				{"raw JSON passed through", goMap.with(func(s *style) { s.order, s.number = asGiven, asLiteral })},
				{"a map, before Go 1.22", goMap.with(func(s *style) { s.escape = escapeOldGo })},
				{"a struct, before Go 1.22", goMap.with(func(s *style) { s.order, s.escape = asGiven, escapeOldGo })},
				{"SetEscapeHTML(false)", goMap.with(func(s *style) { s.escape = escapeGoOff })},
				{"Gson", compact.with(func(s *style) { s.escape = escapeGson })},
				{".NET System.Text.Json", compact.with(func(s *style) { s.escape = escapeDotNet })},
				{".NET System.Text.Json, numbers as the record writes them", compact.with(func(s *style) { s.escape, s.number = escapeDotNet, asLiteral })},
			}),
		},
		{
			ID:      "slash-escapes",
			Summary: `digest of JSON with / written as \/, as PHP's json_encode does`,
			Help:    "canonical JSON does not escape it: use a library for RFC 8785",
			try: tryAll([]variant{
				{"defaults", compact.with(func(s *style) { s.escape = escapePHP })},
				{"JSON_UNESCAPED_UNICODE", compact.with(func(s *style) { s.escape = escape{slash: true} })},
				{"JSON_UNESCAPED_SLASHES", compact.with(func(s *style) { s.escape = escape{ascii: true} })},
				{"JSON_PRETTY_PRINT", indented.with(func(s *style) { s.indent, s.escape = "    ", escapePHP })},
			}),
		},
		{
			ID:      "jsonb-text",
			Summary: "digest of the text PostgreSQL gives for jsonb: names sorted by length, a space behind commas and colons",
			Help:    "store the record as text or bytea beside the jsonb column, and hash its canonical bytes",
			try: tryAll([]variant{
				{"", style{order: byLength, item: ", ", colon: ": ", number: asLiteral}},
				{"", style{order: byLength, item: ", ", colon: ": "}},
			}),
		},
	}
}

func indentedVariants() []variant {
	var out []variant
	for _, base := range []variant{
		{"JSON.stringify", indented.with(func(s *style) { s.order = asScript })},
		{"order as given", indented},
		{"sorted, as jq -S writes it", indented.with(func(s *style) { s.order = byCodePoint })},
		{"Python's json.dumps", indented.with(func(s *style) { s.escape, s.number = escapePython, asPython })},
		{"Python's json.dumps with sort_keys", indented.with(func(s *style) { s.order, s.escape, s.number = byCodePoint, escapePython, asPython })},
		{"Go's MarshalIndent of a map", indented.with(func(s *style) { s.order, s.escape = byCodePoint, escapeGo })},
		{"Go's MarshalIndent of a struct", indented.with(func(s *style) { s.escape = escapeGo })},
		{"numbers as the record writes them", indented.with(literals)},
		{"jq 1.7", indented.with(func(s *style) { s.escape, s.number = escapeJQ, asLiteral })},
	} {
		for _, indent := range []struct{ how, text string }{{"2 spaces", "  "}, {"4 spaces", "    "}, {"a tab", "\t"}} {
			v := base
			v.indent = indent.text
			v.how = "indented by " + indent.how + ", " + base.how
			out = append(out, v)
		}
	}
	return out
}
