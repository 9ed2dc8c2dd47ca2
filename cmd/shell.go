package cmd

import "strings"

// shellCommand writes a command as a POSIX shell reads it: one line, whatever is
// in the words.
func shellCommand(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellWord(w)
	}
	return strings.Join(quoted, " ")
}

// shellWord quotes a word where a shell would read it as more than itself
// (POSIX.1-2017, Shell Command Language, 2.2.2).
func shellWord(w string) string {
	if w != "" && strings.IndexFunc(w, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_./:=,@%+", r)
	}) < 0 && w[0] != '=' && !strings.Contains(w, "=~") {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}
