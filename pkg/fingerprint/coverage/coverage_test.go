package coverage

import (
	"fmt"
	"strings"
	"testing"
)

// TestMAC: a code depends on key, id, path, kind and value, and on nothing else.
func TestMAC(t *testing.T) {
	key := []byte("0123456789abcdef")
	base := New("a", NotHashed, "", "1").MAC(key, "id")
	if New("a", Unknown, "note", "1").MAC(key, "id") != base {
		t.Error("the same value has another code")
	}
	for name, other := range map[string]string{
		"key":      New("a", NotHashed, "", "1").MAC([]byte("0123456789abcdeg"), "id"),
		"id":       New("a", NotHashed, "", "1").MAC(key, "id2"),
		"path":     New("b", NotHashed, "", "1").MAC(key, "id"),
		"value":    New("a", NotHashed, "", "2").MAC(key, "id"),
		"boundary": New("a1", NotHashed, "", "").MAC(key, "id"),
	} {
		if other == base {
			t.Errorf("another %s has the same code", name)
		}
	}
}

func TestPrintingShowsNoValue(t *testing.T) {
	m := New("env.TOKEN", NotHashed, "", "CANARY")
	if s := fmt.Sprintf("%v %+v %#v %s %q", m, m, m, m, m); strings.Contains(s, "CANARY") {
		t.Error(s)
	}
}
