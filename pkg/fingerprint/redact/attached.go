package redact

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/fingerprint/reference"
)

var (
	// A short flag with its value written on to it, as in mysql -pVALUE.
	attachedFlag = regexp.MustCompile(`(^|[\s"'])(-[ap])([^\s"'=;|&-][^\s"';|&]*)`)
	// What -p takes in programs that know no password by it: ports, paths, and
	// the rest of a long flag behind one dash.
	harmlessAttached = regexp.MustCompile(`^(?:[0-9.:/\[\]-]+(?:tcp|udp|sctp)?|[./~\\@].*|[a-z]+(?:-[a-z]+)*(?:[=:].*)?)$`)
	programWord      = regexp.MustCompile(`[A-Za-z][A-Za-z0-9_-]*`)
)

// passwordFlag gives the short flag by which a program takes a password, or "".
func passwordFlag(program string) string {
	switch program = strings.ToLower(program); {
	case strings.HasPrefix(program, "mysql"), strings.HasPrefix(program, "mariadb"), program == "sshpass", program == "mongo", program == "mongosh":
		return "-p"
	case program == "redis-cli":
		return "-a"
	}
	return ""
}

// attached hides a password that is written on to a short flag. flags are the
// password flags of the programs named so far; those of programs in the text
// itself are added. Without such a program -p hides what looks neither like a
// port, a path nor the rest of a long flag.
func attached(s string, flags []string) string {
	if !strings.Contains(s, "-p") && !strings.Contains(s, "-a") {
		return s
	}
	flags = slices.Clone(flags)
	return replaceAt(attachedFlag, s, func(between string, m []string) string {
		flags = addFlags(flags, between)
		flag, text := m[2], m[3]
		byProgram := slices.Contains(flags, flag)
		if strings.HasPrefix(text, Mark) || !byProgram && (flag != "-p" || harmlessAttached.MatchString(text) || reference.Literal(text, reference.Any) != text) {
			return m[0]
		}
		return m[1] + flag + value(text)
	})
}

// replaceAt is a replacement that is told what stands between the beginning of
// the last match, or of the text, and that of each match.
func replaceAt(pattern *regexp.Regexp, s string, by func(between string, m []string) string) string {
	var b strings.Builder
	at, last := 0, 0
	for _, x := range pattern.FindAllStringSubmatchIndex(s, -1) {
		m := make([]string, len(x)/2)
		for i := range m {
			m[i] = s[x[2*i]:x[2*i+1]]
		}
		b.WriteString(s[at:x[0]])
		b.WriteString(by(s[last:x[0]], m))
		at, last = x[1], x[0]
	}
	b.WriteString(s[at:])
	return b.String()
}

// addFlags adds the password flags of the programs that a text names.
func addFlags(flags []string, text string) []string {
	for _, word := range programWord.FindAllString(text, -1) {
		if f := passwordFlag(word); f != "" && !slices.Contains(flags, f) {
			flags = append(flags, f)
		}
	}
	return flags
}
