package fingerprint

// Definition describes how one MCP server is started or reached. Strings are
// held as decoded: not trimmed, not normalised, nothing expanded.
type Definition struct {
	ID          string
	DisplayName string
	Transport   Transport
	SecretRefs  []Binding
	Enabled     bool
	Ownership   Ownership
	Trust       Trust
	CreatedAt   string
	UpdatedAt   string

	// Bare says that only the hashed members are known (ID, Transport,
	// SecretRefs, Ownership): the others were never written down, so there is
	// nothing in them to check.
	Bare bool
}

// TransportKind tells how a server is reached.
type TransportKind string

// The transports a definition can name.
const (
	Stdio TransportKind = "stdio"
	HTTP  TransportKind = "http"
)

// Transport is a program to start or a URL to talk to. Only the members of its
// kind count.
type Transport struct {
	Kind       TransportKind
	Executable string   // stdio
	Args       []string // stdio
	Cwd        *string  // stdio; nil when absent
	URL        string   // http
}

// OwnershipKind tells who may change a definition.
type OwnershipKind string

// The kinds of ownership.
const (
	DCCManaged       OwnershipKind = "dccManaged"
	ImportedReadOnly OwnershipKind = "importedReadOnly"
)

// Ownership tells where a definition comes from. Source counts for
// [ImportedReadOnly] only.
type Ownership struct {
	Kind   OwnershipKind
	Source Source
}

// SourceKind tells what sort of place an import was read from.
type SourceKind string

// The kinds of import sources.
const (
	ProviderConfig SourceKind = "providerConfig" // a user-level file of a client
	ProjectFile    SourceKind = "projectFile"    // a file of the project
	OtherSource    SourceKind = "other"
)

// Source is where an import was read from.
type Source struct {
	Kind          SourceKind
	Locator       string  // the file, hashed as written
	DefinitionKey *string // its key within the file; nil when absent
}

// TargetKind tells where a secret is put.
type TargetKind string

// The kinds of secret targets.
const (
	EnvironmentVariable TargetKind = "environmentVariable"
	HTTPHeader          TargetKind = "httpHeader"
)

// Binding says which credential goes where. Reference names a credential; it
// is never the secret itself.
type Binding struct {
	Target    Target
	Reference string
}

// Target is an environment variable or an HTTP header.
type Target struct {
	Kind TargetKind
	Name string
}

// Trust is the trust block of a definition. Read from a file, it is what that
// file claims about itself and no approval.
type Trust struct {
	CurrentFingerprint string
	Decision           Decision
}

// Decision is what was decided about a fingerprint. Fingerprint and TrustedAt
// count only when Trusted.
type Decision struct {
	Trusted     bool
	Fingerprint string
	TrustedAt   string
}
