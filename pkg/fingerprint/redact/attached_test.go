package redact

import (
	"slices"
	"testing"
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
