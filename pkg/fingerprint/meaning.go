package fingerprint

import "github.com/mcp-evref/evref/pkg/diag"

var sourceDCC = diag.Source{
	Title: "DCC, MCP definition trust model",
	URL:   "https://github.com/wharley/DevCommandCenter",
}

// Doc explains a version of the fingerprint.
func (v Version) Doc() diag.Doc {
	return diag.Doc{
		Name:    v.Name,
		Meaning: "the first version of the trust fingerprint: a digest of what decides what is started, contacted and authenticated to",
		Text: []string{
			"It covers the id of a definition; the executable, the arguments and the working directory, or the URL; who may " +
				"change the definition and where it was read from; and which credential goes to which variable or header, by " +
				"reference and never by value. Header names are compared in lower case, and the order of bindings does not matter.",
			"It does not cover the display name, whether the definition is enabled, times, bindings to clients, the trust block " +
				"itself, literal values of variables and headers, the content of files, or what a name on PATH leads to.",
			"Each string is preceded by its length, and lists by their count, so no two definitions have the same bytes. The " +
				"bytes are hashed with SHA-256 and written as 64 lower-case hexadecimal digits without a prefix.",
			"An approval is bound to the fingerprint that a person saw. A definition that has changed since has another one and " +
				"needs a new approval; the old decision is kept as it was. A trust block in a file is the claim of whoever wrote " +
				"the file.",
		},
		Do:      "Compute it with evref fingerprint FILE, see what went into it with --trace, and keep approvals in a lock file.",
		Sources: []diag.Source{sourceDCC},
	}
}

// ErrorDocs explains every [Code]: those of decoding, then those of validation
// in the order of validation.
func ErrorDocs() []diag.Doc {
	docs := []diag.Doc{
		{Name: string(JSONSyntax), Meaning: "the file is not JSON", Do: "correct it at the place that is named"},
		{Name: string(JSONData), Meaning: "the file is JSON and not a definition: a member is missing, repeated, or of the wrong type", Do: "correct the member that is named"},
		{Name: string(InvalidUTF8), Meaning: "the file is not UTF-8", Do: "save it as UTF-8 without a byte-order mark"},
		{Name: string(EmptyField), Meaning: "a member that must say something is blank", Do: "fill it in"},
		{Name: string(NulByte), Meaning: "a text holds a NUL character, which would cut it short when a program is started", Do: "remove it"},
		{Name: string(InvalidURL), Meaning: "the URL Standard does not accept the URL", Do: "write a complete URL"},
		{Name: string(UnsupportedURLScheme), Meaning: "the URL is neither http nor https", Do: "use https"},
		{Name: string(MissingURLHost), Meaning: "the URL has no host", Do: "write a complete URL"},
		{Name: string(EmbeddedURLCredentials), Meaning: "the URL holds a user name or a password", Do: "bind a credential reference to a header instead"},
		{Name: string(InvalidTrustFingerprint), Meaning: "a stored fingerprint is not 64 hexadecimal digits", Do: "compute it anew"},
		{Name: string(DuplicateSecretTarget), Meaning: "two credentials go to the same variable or header", Do: "keep one of the two"},
		{Name: string(InvalidEnvironmentVariableName), Meaning: "a variable's name is not letters, digits and underscores", Do: "correct the name"},
		{Name: string(InvalidHTTPHeaderName), Meaning: "a header's name is not a token of RFC 9110", Do: "correct the name"},
		{Name: string(SecretTargetTransportMismatch), Meaning: "a variable is bound for a URL, or a header for a program", Do: "bind it to the other kind of target"},
		{Name: string(TrustFingerprintMismatch), Meaning: "the stored fingerprint is not the one that the definition has", Do: "look at what changed, then approve it anew"},
	}
	for i := range docs {
		docs[i].Sources = []diag.Source{sourceDCC}
	}
	return docs
}

// NotHashedDocs explains the members of a stored definition that no version
// hashes.
func NotHashedDocs() []diag.Doc {
	return []diag.Doc{
		{Name: "displayName", Meaning: "a label for people; it decides nothing"},
		{Name: "enabled", Meaning: "switching a definition off and on does not change what was reviewed"},
		{Name: "trust", Meaning: "the decision is about the fingerprint and so cannot be part of it; in a file it is the file's own claim"},
		{Name: "createdAt", Meaning: "a time; it decides nothing"},
		{Name: "updatedAt", Meaning: "a time; it decides nothing"},
	}
}
