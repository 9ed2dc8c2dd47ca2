package redact

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/fingerprint"
)

func TestAttachedPassword(t *testing.T) {
	for _, tc := range []struct {
		program  string
		in, want []string
	}{
		{"mysql", []string{"-uroot", "-phunter", "app"}, []string{"-uroot", "-p[redacted]", "app"}},
		{"/usr/bin/mariadb-dump", []string{"-p12345"}, []string{"-p[redacted]"}},
		{"mysql.exe", []string{"-phunter"}, []string{"-p[redacted]"}},
		{"docker", []string{"run", "-p3306:3306", "mysql", "-phunter"}, []string{"run", "-p3306:3306", "mysql", "-p[redacted]"}},
		{"redis-cli", []string{"-ahunter"}, []string{"-a[redacted]"}},
		{"sh", []string{"-c", "mysql -uroot -phunter app; docker run -p80:80 x"}, []string{"-c", "mysql -uroot -p[redacted] app; docker run -p[redacted] x"}},
		{"server", []string{"-phunter2", "-pS3CRET", "-pSECRET"}, []string{"-p[redacted]", "-p[redacted]", "-p[redacted]"}},
		{"server", []string{"-p${PORT}", "-p8080", "-p127.0.0.1:80:80/tcp", "-p./tsconfig.json", "-p@scope/name", "-profile", "-project=x1", "-p", "-all1"}, nil},
		{"mysql", []string{"-p${PASSWORD}", "-p", "app"}, nil},
	} {
		if tc.want == nil {
			tc.want = tc.in
		}
		if got := Args(tc.program, tc.in); !slices.Equal(got, tc.want) {
			t.Errorf("%s %q:\n got %q\nwant %q", tc.program, tc.in, got, tc.want)
		}
	}
}

// BenchmarkAttached: the cost of a byte is the same in a long argument.
func BenchmarkAttached(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		text := strings.Repeat("mysql -pa ", n)
		b.Run(strconv.Itoa(len(text)), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Text(text)
			}
		})
	}
}

// TestMarkedKnowsWhatDefinitionChanged: a lock is held to it.
func TestMarkedKnowsWhatDefinitionChanged(t *testing.T) {
	cwd := "/home/sk-canary-0123456789abcdef"
	for _, tr := range []fingerprint.Transport{
		{Kind: fingerprint.Stdio, Executable: "mysql", Args: []string{"-phunter", "--token", "a", "T=${P:-b}"}, Cwd: &cwd},
		{Kind: fingerprint.HTTP, URL: "https://h/?token=a"},
	} {
		shown, changed := Definition(fingerprint.Definition{Transport: tr})
		if got := Marked(shown); len(changed) == 0 || !slices.Equal(got, changed) {
			t.Errorf("%v, want %v", got, changed)
		}
	}
}
