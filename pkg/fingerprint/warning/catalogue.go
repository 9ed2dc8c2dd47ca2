package warning

import "github.com/mcp-evref/evref/pkg/diag"

// Names of warnings.
const (
	ApprovalPolicy            Name = "approval-policy"
	BareExecutable            Name = "bare-executable"
	CodeLoadingEnv            Name = "code-loading-env"
	CommandOutsideFingerprint Name = "command-outside-fingerprint"
	EnvFileNotHashed          Name = "env-file-not-hashed"
	FloatingPackage           Name = "floating-package"
	HostChanged               Name = "host-changed"
	LiteralEnv                Name = "literal-env"
	LiteralHeader             Name = "literal-header"
	LocalScriptNotHashed      Name = "local-script-not-hashed"
	LocatorCase               Name = "locator-differs-only-by-case"
	LockEntryRemoved          Name = "lock-entry-was-removed"
	MCPRemoteEndpoint         Name = "mcp-remote-endpoint"
	OAuthNotHashed            Name = "oauth-not-hashed"
	OnlyLocatorChanged        Name = "only-locator-changed"
	PlainHTTP                 Name = "plain-http"
	RelativeExecutable        Name = "relative-executable"
	SecretInArgs              Name = "secret-in-args"
	ShellWrapper              Name = "shell-wrapper"
	SpaceInExecutable         Name = "space-in-executable"
	SSEAsHTTP                 Name = "sse-as-http"
	TrustClaimedByFile        Name = "trust-claimed-by-file"
	UndefinedReference        Name = "undefined-reference"
	UnknownMember             Name = "unknown-member"
	URLBackslash              Name = "url-backslash"
	URLBlanks                 Name = "url-blanks"
	URLHostNotASCII           Name = "url-host-not-ascii"
	URLNotFingerprintable     Name = "url-not-fingerprintable"
	URLOddHost                Name = "url-odd-host"
	URLQuerySecret            Name = "url-query-secret"
	URLUserInfo               Name = "url-userinfo"
	URLVariableHost           Name = "url-variable-host"
	WorkingDirectoryUnset     Name = "working-directory-unset"
)

var catalogue = []Info{
	{ApprovalPolicy, diag.Warning, "The entry says which tools run without asking.",
		"A member such as autoApprove or trust takes the person out of the loop, and no fingerprint covers it.",
		"review it by hand whenever the file changes"},
	{BareExecutable, diag.Info, "The program is a bare name that is looked up on PATH.",
		"The fingerprint covers the name. Another program of that name, earlier on PATH, is started under the same fingerprint.",
		"name the program by its full path, or see what it is with --resolve"},
	{CodeLoadingEnv, diag.Warning, "An environment variable makes the program load other code.",
		"Variables such as NODE_OPTIONS, LD_PRELOAD or PATH decide what really runs, and their literal values are not hashed.",
		"remove it, or approve it knowing that its value can change unseen"},
	{CommandOutsideFingerprint, diag.Warning, "The entry names a second command that the fingerprint does not cover.",
		"A helper or a platform override is started like the server itself, but version 1 hashes only one command.",
		"review that command by hand whenever the file changes"},
	{EnvFileNotHashed, diag.Warning, "Variables are read from a file that is not hashed.",
		"Whoever can write the file decides the environment of the server, without a change of the fingerprint.",
		"bind each variable to a credential reference instead"},
	{FloatingPackage, diag.Warning, "The package has no exact version.",
		"The fingerprint stays the same while every start may fetch another release.",
		"pin it, such as name@1.2.3, name==1.2.3 or image@sha256:…"},
	{HostChanged, diag.Warning, "The host of the URL changed.",
		"Requests and credentials now go to another machine.",
		"approve it only when the new host is known to you"},
	{LiteralEnv, diag.Warning, "An environment variable has a literal value.",
		"Version 1 has no place for literal values: it is neither hashed nor stored, so a change is not seen.",
		"put the value into a credential store or the environment and refer to it"},
	{LiteralHeader, diag.Warning, "A header has a literal value.",
		"Version 1 has no place for literal values: it is neither hashed nor stored, so a change is not seen.",
		"put the value into a credential store or the environment and refer to it"},
	{LocalScriptNotHashed, diag.Info, "A local file is run; its content is not hashed.",
		"The fingerprint covers the file's name. The file can change without a change of the fingerprint.",
		"rely on code review for the file, or pin a published package"},
	{LocatorCase, diag.Warning, "The file's name differs from the lock only in upper and lower case.",
		"On some systems both are the same file, yet they are hashed as two.",
		"use the spelling of the lock"},
	{LockEntryRemoved, diag.Warning, "The lock lost an entry.",
		"Without its entry nobody sees how a definition differs from the approved one.",
		"restore the entry unless the server was removed on purpose"},
	{MCPRemoteEndpoint, diag.Info, "The server is reached through a bridge; its URL is an argument.",
		"The program is the same for every such server; what matters is the URL behind it.",
		"check the URL as you would check a server's own"},
	{OAuthNotHashed, diag.Warning, "Settings of the authorization are not hashed.",
		"Client, scopes and metadata address decide who gets the token; version 1 has no members for them.",
		"review them by hand whenever the file changes"},
	{OnlyLocatorChanged, diag.Warning, "Nothing but the place of the file changed.",
		"An absolute path makes every checkout another definition.",
		"use a locator relative to the project root"},
	{PlainHTTP, diag.Warning, "The URL is not encrypted.",
		"Requests and credentials can be read and changed on the way.",
		"use https, or a loopback address for a local server"},
	{RelativeExecutable, diag.Warning, "The program is a path relative to the working directory.",
		"Which program is started depends on where the client starts it.",
		"name it by its full path, or set cwd"},
	{SecretInArgs, diag.Warning, "An argument looks like a secret.",
		"It is hashed as written and shown redacted; other processes can read it, and a short one can be guessed from the fingerprint.",
		"pass it as a bound environment variable"},
	{ShellWrapper, diag.Warning, "The program is a shell, or takes program text as an argument.",
		"A shell runs whatever its arguments or its script say; the fingerprint covers only the arguments.",
		"start the server's own program"},
	{SpaceInExecutable, diag.Warning, "The program's name holds a space.",
		"Some clients cut it into words and start another program than the one that is hashed.",
		"give the arguments as a list"},
	{SSEAsHTTP, diag.Info, "An SSE server is fingerprinted as http.",
		"Version 1 knows one transport for URLs, so a change between the two is not in the digest.",
		"move to streamable HTTP when the server offers it"},
	{TrustClaimedByFile, diag.Warning, "The file says that it is trusted.",
		"A trust block in a file is the claim of whoever wrote the file. Only a decision of your own counts.",
		"record your decision with --approve in the lock"},
	{UndefinedReference, diag.Warning, "A reference names an input that is not defined.",
		"What the client puts in its place is not said in the file.",
		"define the input, or correct the name"},
	{UnknownMember, diag.Warning, "A member is not known and is passed over.",
		"A misspelt member counts as absent, and nothing covers what it says.",
		"correct the name, or remove it"},
	{URLBackslash, diag.Warning, "The URL holds a backslash.",
		"URL readers disagree: some take it for a slash, others for part of the host.",
		"write the URL with forward slashes"},
	{URLBlanks, diag.Warning, "The URL holds blanks or line breaks.",
		"Clients drop or encode them, the fingerprint keeps them: what is contacted is not what is read.",
		"remove them"},
	{URLHostNotASCII, diag.Warning, "The host holds characters beyond ASCII.",
		"Letters of other scripts can look like the ones of a host you know.",
		"write the host in its xn-- form and compare it"},
	{URLNotFingerprintable, diag.Warning, "The URL has no fingerprint.",
		"Version 1 hashes only URLs that the URL Standard accepts, with http or https and without credentials.",
		"write a complete URL into the file"},
	{URLOddHost, diag.Warning, "The host is written as a number or with percent signs.",
		"Such a host hides the address that is really contacted.",
		"write the host's name or its usual address"},
	{URLQuerySecret, diag.Warning, "The URL carries what looks like a secret.",
		"URLs are logged by servers and proxies; it is hashed as written and shown redacted.",
		"send it in a bound header"},
	{URLUserInfo, diag.Warning, "The URL has a part before an @ sign.",
		"What stands before the @ is not the host, however much it looks like one.",
		"remove it"},
	{URLVariableHost, diag.Warning, "The host holds a variable.",
		"The fingerprint covers the text of the variable. Whoever sets it decides which machine is contacted.",
		"write the host into the file"},
	{WorkingDirectoryUnset, diag.Info, "A relative path is used and no working directory is set.",
		"Which file is meant depends on where the client starts the server.",
		"set cwd, or use full paths"},
}
