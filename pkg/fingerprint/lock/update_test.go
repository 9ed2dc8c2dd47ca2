package lock

import (
	"strings"
	"testing"
)

func TestUpdateKeepsOnlyWhatStillHolds(t *testing.T) {
	l := approved(t, Key{}, read(t, ".mcp.json", base)...)
	for _, tc := range []struct {
		name, now, events string
		approved          bool
	}{
		{"same", base, "", true},
		{"changed", strings.Replace(base, "/bin/s", "/bin/x", 1), "changed, approval withdrawn", false},
		{"uncovered", strings.Replace(base, `"args"`, `"x":1,"args"`, 1), "approval withdrawn", false},
	} {
		out, events, err := Update(l, read(t, ".mcp.json", tc.now), v1, Key{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range events {
			got = append(got, e.What)
		}
		if strings.Join(got, ", ") != tc.events || reread(t, out).Entries[0].Approved() != tc.approved {
			t.Errorf("%s: %s, approved %v", tc.name, strings.Join(got, ", "), out.Entries[0].Approved())
		}
	}
	out, events, err := Update(l, read(t, ".mcp.json", `{"mcpServers":{"n":{"command":"/n"}}}`), v1, Key{}, nil)
	if err != nil || len(out.Entries) != 1 || len(events) != 2 || events[0].What != EventAdded || events[1].What != EventRemoved {
		t.Errorf("%+v, %+v, %v", out, events, err)
	}
	// What cannot be represented any more is not dropped in silence.
	out, events, _ = Update(l, read(t, ".mcp.json", `{"mcpServers":{"s":{"url":"wss://h/"}}}`), v1, Key{}, nil)
	if len(out.Entries) != 1 || len(events) != 0 {
		t.Errorf("%+v, %+v", out, events)
	}
	out, _, _ = Update(l, nil, v1, Key{}, func(ID) bool { return false })
	if len(out.Entries) != 1 {
		t.Errorf("an entry of another file was dropped: %+v", out)
	}
}
