package lint

import (
	"fmt"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// maxNameLength is the longest tool name the specification allows.
const maxNameLength = 128

var nameRules = []Rule{
	{
		ID: "TOOL002", Slug: "name-missing", Severity: diag.Error, Since: "0.1.0",
		Summary: "the tool has no usable name",
		Doc: Doc{
			Why: "A client calls a tool by its name. A definition without one cannot be called, and many clients " +
				"refuse the whole list because of it.",
			Bad:  Example{Input: `{"name": "", "description": "Look up a city.", "inputSchema": {"type": "object"}}`},
			Good: Example{Input: `{"name": "find_city", "description": "Look up a city.", "inputSchema": {"type": "object"}}`},
			Fix:  "Give the tool a name: 1 to 128 characters out of A-Z a-z 0-9 _ . and -.",
			Refs: []Ref{refToolNames},
		},
		Check: Check{Tool: checkNameMissing},
	},
	{
		ID: "TOOL003", Slug: "name-characters", Severity: diag.Warning, Since: "0.1.0",
		Summary: "the name has characters outside A-Z a-z 0-9 _ . -",
		Doc: Doc{
			Why: "Model providers check tool names against a pattern. A slash, a space or a letter outside ASCII makes " +
				"the request fail, often with an index in place of the name.",
			Bad:  Example{Input: `{"name": "nasa/apod", "description": "Picture of the day.", "inputSchema": {"type": "object"}}`},
			Good: Example{Input: `{"name": "nasa_apod", "description": "Picture of the day.", "inputSchema": {"type": "object"}}`},
			Fix:  "Replace the character by an underscore. A new name is a new tool to every client, so it is not changed for you.",
			Refs: []Ref{refToolNames},
		},
		Check: Check{Tool: checkNameCharacters},
	},
	{
		ID: "TOOL004", Slug: "name-too-long", Severity: diag.Warning, Since: "0.1.0",
		Summary: "the name is longer than 128 characters",
		Doc: Doc{
			Why: "The specification ends a name at 128 characters, and most providers sooner, at 64 with the prefix that " +
				"a client adds. A longer name is refused or cut, and a cut name can collide with another one.",
			Bad:  Example{Input: `{"name": "export_every_row_of_every_table_of_the_reporting_database_as_a_compressed_archive_and_upload_it_to_the_storage_bucket_of_the_team", "description": "Export.", "inputSchema": {"type": "object"}}`},
			Good: Example{Input: `{"name": "export_report_archive", "description": "Export every table as a compressed archive.", "inputSchema": {"type": "object"}}`},
			Fix:  "Shorten the name and say the rest in the description.",
			Refs: []Ref{refToolNames},
		},
		Check: Check{Tool: checkNameTooLong},
	},
}

func checkNameMissing(p *Pass, t *Tool) {
	name := t.Name.Value
	switch text, isText := name.Text(); {
	case name.IsZero():
		p.Report(Issue{At: t.Value, Message: "tool has no name, so no client can call it", Help: `add "name"`})
	case !isText:
		p.Report(Issue{
			At: name, Message: fmt.Sprintf("name is %s, not a string, so no client can call the tool", article(name.Kind())),
			Help: "write the name as a string",
		})
	case text == "":
		p.Report(Issue{At: name, Message: "name is empty, so no client can call the tool", Help: "give the tool a name"})
	}
}

func checkNameCharacters(p *Pass, t *Tool) {
	name, _ := t.Name.Value.Text()
	for i, r := range name {
		if isNameCharacter(r) {
			continue
		}
		p.Report(Issue{
			At: t.Name.Value, From: i, To: i + utf8.RuneLen(r),
			Message: fmt.Sprintf("name has the character %s; only A-Z a-z 0-9 _ . and - are allowed", diag.Quote(string(r), 0)),
			Help:    "replace it by an underscore",
		})
		return
	}
}

func isNameCharacter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '.' || r == '-'
}

func checkNameTooLong(p *Pass, t *Tool) {
	name, _ := t.Name.Value.Text()
	if n := utf8.RuneCountInString(name); n > maxNameLength {
		p.Report(Issue{
			At:      t.Name.Value,
			Message: fmt.Sprintf("name has %d characters; the specification allows %d", n, maxNameLength),
			Help:    "shorten the name",
		})
	}
}

// article puts a kind into a sentence: "a number", "an object", "null".
func article(k record.Kind) string {
	switch k {
	case record.Null:
		return "null"
	case record.Array, record.Object:
		return "an " + k.String()
	}
	return "a " + k.String()
}
