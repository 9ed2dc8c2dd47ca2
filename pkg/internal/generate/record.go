package generate

import (
	"fmt"
	"strings"
)

// Records gives n evidence records as compact JSON: 290 bytes each on average,
// 15 members, three numbers; one in seven has a character beyond ASCII or an
// escape.
// They come from eight producers, each of which writes its members in an order
// of its own that is not the canonical one.
func (r *Random) Records(n int) [][]byte {
	producers := make([][]int, 8)
	for i := range producers {
		producers[i] = r.Perm(11)
	}
	records := make([][]byte, n)
	for i := range records {
		records[i] = r.record(pick(r, producers))
	}
	return records
}

var (
	types    = []string{"ifc.fides.v1", "data-class.v1", "provenance.trace.v2", "policy.decision.v1"}
	servers  = []string{"github", "mail", "filesystem", "calendar", "warehouse"}
	verbs    = []string{"search_issues", "read_file", "send_email", "list_inbox", "query", "open_document"}
	reasons  = []string{"sink_not_in_allowlist", "input_marked_untrusted", "reader_set_unknown", "provenance_mixed", "label_missing"}
	subjects = []string{
		"quarterly report", "release notes", "customer list", "build log", "meeting of 4 May", "price list", "travel plan", "on-call rota",
		"incident 1187", "draft", "security review", "backlog", "Zürich office", "line one\\nline two",
	}
)

func (r *Random) record(order []int) []byte {
	quoted := func(s string) string { return `"` + s + `"` }
	members := []string{
		`"type":` + quoted(pick(r, types)),
		fmt.Sprintf(`"id":"ev-%07d"`, r.IntN(1e7)),
		fmt.Sprintf(`"issuedAt":"2026-%02d-%02dT%02d:%02dZ"`, 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60)),
		fmt.Sprintf(`"tool":{"server":%s,"name":%s}`, quoted(pick(r, servers)), quoted(pick(r, verbs))),
		fmt.Sprintf(`"label":{"integrity":%s,"confidentiality":%s}`, quoted(pick(r, []string{"trusted", "untrusted"})), quoted(pick(r, []string{"public", "private"}))),
		fmt.Sprintf(`"reasons":[%s]`, quoted(pick(r, reasons))),
		fmt.Sprintf(`"step":%d`, r.IntN(100)),
		fmt.Sprintf(`"score":%d.%d`, r.IntN(2), 1+r.IntN(9)),
		fmt.Sprintf(`"bytes":%d`, r.IntN(1e6)),
		`"subject":` + quoted(pick(r, subjects)),
		`"redacted":` + pick(r, []string{"true", "false", "null"}),
	}
	ordered := make([]string, len(members))
	for i, j := range order {
		ordered[i] = members[j]
	}
	return []byte("{" + strings.Join(ordered, ",") + "}")
}
