package config

import (
	"strings"

	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
	"github.com/mcp-evref/evref/pkg/fingerprint/reference"
)

// isReference decides whether the value of a variable or header names a
// credential instead of being one. A value made only of references does, and so
// does one with the name of an authentication scheme before it ("Bearer ${T}").
// With more literal text around the reference the value is kept only where a
// literal secret is unlikely: under a harmless name and with no part that looks
// like one. A default (${T:-abc}) is literal text.
func isReference(name, value string, styles reference.Style) bool {
	if !reference.Contains(value, styles) {
		return false
	}
	literal := reference.Literal(value, styles)
	words := strings.FieldsFunc(literal, func(r rune) bool { return strings.ContainsRune(" \t:,;=", r) })
	harmless := true
	for _, w := range words {
		harmless = harmless && redact.Scheme(w)
	}
	if harmless {
		return true
	}
	return !redact.SecretName(name) && redact.Text(value) == value && redact.Text(literal) == literal && !oddWord(literal)
}

// oddWord reports a word of twelve characters or more with a digit in it: too
// little to call it a secret, enough to keep it out of a lock.
func oddWord(text string) bool {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t:,;=/\\.@?&", r) }) {
		if len(w) >= 12 && strings.ContainsAny(w, "0123456789") {
			return true
		}
	}
	return false
}

// codeLoading are variables that make a program load other code, in lower case.
var codeLoading = map[string]bool{
	"node_options": true, "node_path": true, "ld_preload": true, "ld_library_path": true, "ld_audit": true,
	"dyld_insert_libraries": true, "dyld_library_path": true, "dyld_framework_path": true,
	"pythonpath": true, "pythonstartup": true, "pythonhome": true, "perl5lib": true, "perl5opt": true, "rubyopt": true, "rubylib": true,
	"path": true, "bash_env": true, "env": true, "shellopts": true, "prompt_command": true,
	"git_ssh_command": true, "git_ssh": true, "git_exec_path": true, "git_proxy_command": true, "git_external_diff": true,
	"java_tool_options": true, "_java_options": true, "jdk_java_options": true, "classpath": true, "dotnet_startup_hooks": true,
	"npm_config_registry": true, "uv_index_url": true, "uv_default_index": true, "pip_index_url": true, "pip_extra_index_url": true,
}

func isCodeLoading(name string) bool { return codeLoading[strings.ToLower(name)] }
