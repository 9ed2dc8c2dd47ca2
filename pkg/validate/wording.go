package validate

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// writer puts failures into words. It never shows text of the checked value,
// which may be secret, except a short word that resembles one an enum has.
type writer struct {
	bundle *bundle
	out    []Violation
	more   int // violations that were only counted
}

// place is everything about one failure that its words are made from.
type place struct {
	failure
	keyword string
	value   record.Value // what was checked
	parent  record.Value // schema the keyword stands in
	rule    record.Value // value of the keyword
}

// write says one failure. Once there are plenty of violations the rest is only
// counted.
func (w *writer) write(f failure, value record.Value) {
	if len(w.out) > 2*MaxViolations {
		w.more++
		return
	}
	doc := w.bundle.document(f.document)
	p := place{failure: f, value: value, rule: walk(doc.root, f.schema)}
	at := f.schema // the keyword's place
	if n := len(at); n > 2 && isIndex(at[n-1]) && f.kind == plain {
		at = at[:n-2] // dependentRequired, NAME, index
	}
	if n := len(at); n > 0 {
		p.keyword, p.parent = at[n-1], walk(doc.root, at[:n-1])
	}
	switch {
	case f.kind == never:
		w.add(p, p.value, f.instance, "nothing is allowed here", "remove it")
	case p.keyword == "required":
		w.required(p)
	case p.keyword == "additionalProperties":
		w.additional(p)
	case p.keyword == "uniqueItems":
		second := strconv.Itoa(f.indexes[1])
		w.add(p, p.value.Index(f.indexes[1]), child(f.instance, second), fmt.Sprintf("element %s repeats element %d", second, f.indexes[0]), "remove one of the two")
	default:
		message, help := p.words()
		if f.name {
			message = fmt.Sprintf("member name %s %s", diag.Quote(p.memberName(), 0), message)
		}
		w.add(p, p.value, f.instance, message, help)
	}
}

func (p place) memberName() string { return p.instance[len(p.instance)-1] }

func child(tokens []string, token string) []string { return append(slices.Clone(tokens), token) }

func isIndex(token string) bool {
	_, err := strconv.Atoi(token)
	return err == nil
}

func (w *writer) add(p place, at record.Value, instance []string, message, help string) {
	doc := w.bundle.document(p.document)
	schema := pointer(p.schema)
	if doc.index > 0 {
		schema = doc.refs.Base() + "#" + schema
	}
	w.out = append(w.out, Violation{
		Pointer: pointer(instance), At: at, Keyword: p.keyword, SchemaPointer: schema, Message: message, Help: help,
	})
}

func (w *writer) required(p place) {
	have := namesOf(p.value)
	var missing []string
	for _, e := range p.rule.Elements() {
		if name, _ := e.Text(); !have[name] && !slices.Contains(missing, name) {
			if missing = append(missing, name); len(missing) > maxChoices {
				break
			}
		}
	}
	help := ""
	if len(missing) == 1 && len(missing[0]) > 2 { // any two short names are near
		if near, ok := diag.Nearest(missing[0], strangers(p)); ok {
			help = fmt.Sprintf("rename %s", diag.Quote(near, 0))
		}
	}
	message := "member " + diag.Quote(missing[0], 0) + " is missing"
	if len(missing) > 1 {
		for i, name := range missing {
			missing[i] = diag.Quote(name, 0)
		}
		if len(missing) > maxChoices {
			missing[maxChoices] = "more"
		}
		message = "members " + list(missing, "and") + " are missing"
	}
	w.add(p, p.value, p.instance, message, help)
}

func namesOf(v record.Value) map[string]bool {
	names := make(map[string]bool)
	for m := range v.Members() {
		names[m.Name] = true
	}
	return names
}

// strangers are members that the schema around the keyword does not know.
func strangers(p place) []string {
	known := namesOf(p.parent.Get("properties"))
	var out []string
	for m := range p.value.Members() {
		if !known[m.Name] && len(out) < maxChoices {
			out = append(out, m.Name)
		}
	}
	return out
}

// additional names each member that additionalProperties forbids.
func (w *writer) additional(p place) {
	var patterns []*regexp.Regexp
	for m := range p.parent.Get("patternProperties").Members() {
		if re, err := regexp.Compile(m.Name); err == nil { // a lenient reading may have left one out
			patterns = append(patterns, re)
		}
	}
	known, have := namesOf(p.parent.Get("properties")), namesOf(p.value)
	var free []string // known names that are still to be had
	for m := range p.parent.Get("properties").Members() {
		if !have[m.Name] {
			free = append(free, m.Name)
		}
	}
	for m := range p.value.Members() {
		switch {
		case known[m.Name] || matchesAny(patterns, m.Name):
			continue
		case len(w.out) > 2*MaxViolations:
			w.more++
			continue
		}
		help := "remove it"
		if near, ok := diag.Nearest(m.Name, free); ok {
			help = fmt.Sprintf("did you mean %s?", diag.Quote(near, 0))
		}
		w.add(p, m.Value, child(p.instance, m.Name), fmt.Sprintf("member %s is not allowed here", diag.Quote(m.Name, 0)), help)
	}
}

func matchesAny(patterns []*regexp.Regexp, name string) bool {
	for _, re := range patterns {
		if re.MatchString(name) {
			return true
		}
	}
	return false
}

// words gives message and help for the keywords that need only one place.
func (p place) words() (message, help string) {
	if p.kind == several {
		return fmt.Sprintf("matches alternatives %d and %d of oneOf, and only one may match", p.indexes[0], p.indexes[1]), ""
	}
	rule := describe(p.rule)
	switch p.keyword {
	case "type":
		return p.typeWords()
	case "enum":
		return p.enumWords()
	case "const":
		return "must be " + rule, ""
	case "multipleOf":
		return "must be a multiple of " + rule, ""
	case "maximum", "minimum":
		return "must be " + p.atLeast(), ""
	case "exclusiveMaximum", "exclusiveMinimum":
		if p.rule.Kind() == record.Bool { // draft-04
			rule = describe(p.parent.Get(bounded(p.keyword)))
		}
		return "must be " + map[string]string{"exclusiveMaximum": "below ", "exclusiveMinimum": "above "}[p.keyword] + rule, ""
	case "maxLength", "minLength":
		return fmt.Sprintf("must have %s characters, has %d", p.atLeast(), p.length()), ""
	case "maxItems", "minItems":
		return fmt.Sprintf("must have %s elements, has %d", p.atLeast(), p.value.Len()), ""
	case "maxProperties", "minProperties":
		return fmt.Sprintf("must have %s members, has %d", p.atLeast(), p.value.Len()), ""
	case "pattern":
		pattern, _ := p.rule.Text()
		return "does not match the pattern " + diag.Quote(pattern, 80), ""
	case "additionalItems":
		return fmt.Sprintf("has more than %d elements", p.parent.Get("items").Len()), ""
	case "maxContains", "minContains":
		if p.rule.IsZero() {
			return "holds no element that matches contains", ""
		}
		return fmt.Sprintf("must hold %s elements that match contains", p.atLeast()), ""
	case "dependentRequired", "dependencies":
		name := p.schema[len(p.schema)-2]
		return fmt.Sprintf("member %s is missing beside %s", rule, diag.Quote(name, 0)), ""
	case "not":
		return "matches the schema under not", ""
	case "anyOf", "oneOf":
		return p.alternativeWords()
	}
	return "breaks " + diag.Quote(p.keyword, 0), ""
}

// length counts the code points of the text that was checked.
func (p place) length() int {
	if p.name {
		return utf8.RuneCountInString(p.memberName())
	}
	return utf8.RuneCount(p.value.Content())
}

// atLeast says the bound of a keyword that begins with min or max.
func (p place) atLeast() string {
	if strings.HasPrefix(p.keyword, "min") {
		return "at least " + describe(p.rule)
	}
	return "at most " + describe(p.rule)
}
