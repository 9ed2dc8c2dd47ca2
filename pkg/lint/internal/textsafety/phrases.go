package textsafety

import "regexp"

// signals are the phrases, for English, in which nearly all descriptions are
// written. They ask for whole phrases: words such as "system prompt", "secret"
// or ".env" by themselves are everywhere. A text is matched only if it has one
// of the verbs and one of the nouns, in small letters, since looking for words
// is fast and matching patterns is not.
var signals = []struct {
	kind         SignalKind
	strong       bool // no honest description needs it
	verbs, nouns []string
	pattern      *regexp.Regexp
}{
	{
		Override, true, []string{"ignore", "disregard", "forget", "override", "bypass"},
		[]string{"instruction", "prompt", "rule", "guideline", "directive", "command", "message", "constraint"},
		phrase(`(?:ignore|disregard|forget|override|bypass) (?:(?:all|any|every|the|your|my|these|those|of|other) )*`,
			`(?:previous|prior|earlier|preceding|above|existing|original|system)(?: [a-z]+)?`,
			` (?:instructions?|prompts?|rules|guidelines|directives|commands|messages?|constraints)`),
	},
	{
		Override, true, []string{"ignore", "disregard", "forget", "override"}, []string{"your"},
		phrase(`(?:ignore|disregard|forget|override) (?:(?:all|any|every|of|the) )*your (?:[a-z]+ )?`,
			`(?:instructions?|rules|guidelines|directives|training|safety)`),
	},
	{
		Override, true, []string{"ignore", "disregard", "forget"}, []string{"told", "said", "above", "before", "previous", "instructed"},
		phrase(`(?:ignore|disregard|forget) (?:everything|anything|all)(?: that)?(?: you)?(?: (?:were|have been|was))?`,
			` (?:told|said|instructed|above|before|previously)`),
	},
	{
		Conceal, true, []string{"tell", "mention", "inform", "reveal", "disclose", "notify", "alert", "show", "say", "report", "explain"},
		[]string{"user", "human", "anyone", "anybody"},
		phrase(`(?:do not|don't|don’t|dont|never|must not|should not) (?:[a-z]+ ){0,2}?`,
			`(?:tell|mention|inform|reveal|disclose|notify|alert|show|say|report|explain)`,
			`(?: (?:it|this|that|about|anything|any of this|these [a-z]+|this [a-z]+|the [a-z]+))* (?:to )?`,
			`(?:the |your |any )?(?:end )?(?:user|human|anyone|anybody)\b`),
	},
	{
		Conceal, false, []string{"telling", "mentioning", "informing", "notifying", "alerting", "showing"}, []string{"user", "human", "anyone"},
		phrase(`(?:without|avoid|refrain from) (?:[a-z]+ ){0,2}?(?:telling|mentioning|informing|notifying|alerting|showing)`,
			`(?: (?:it|this|that|anything))* (?:to )?(?:the |your |any )?(?:end )?(?:user|human|anyone)\b`),
	},
	{
		Conceal, true, []string{"mention", "reveal", "disclose"}, []string{" that you", " this step", " this instruction", " these instructions"},
		phrase(`(?:do not|don't|don’t|never|must not|without) (?:[a-z]+ ){0,2}?(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing))`,
			` (?:that you|this step|this instruction|these instructions|the fact that you)\b`),
	},
	{
		Conceal, true, []string{"keep", "hide", "conceal", "withhold"}, []string{"user", "human", "anyone"},
		phrase(`(?:keep|hide|conceal|withhold) (?:[a-z]+ ){1,4}?(?:secret |hidden )?from (?:the |your |any )?(?:end )?(?:users?|humans?|anyone)\b`),
	},
	{
		Conceal, true, []string{"not ", "n't ", "never"}, []string{"user", "human"},
		phrase(`(?:the |your )?(?:end )?(?:users?|humans?) (?:must|should|may|can|need|does|do) ?(?:not|n't|never)`,
			` (?:need to |have to |to )?(?:be (?:told|informed|aware|notified|made aware)|know|notice|find out|learn) (?:about|of|that|this|any)`),
	},
	{
		SensitivePath, false, []string{"/", "_", ".git-c", "wallet.dat", "login.k"}, []string{"~/.", ".ssh", ".aws", ".git-c", ".cursor", "claude_d", ".docker", "wallet.dat", "login.k"},
		regexp.MustCompile(`(?i)~/\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|pypirc|config/gcloud|cursor/mcp|claude)\b|\.ssh/|` +
			`\.aws/credentials\b|\.git-credentials\b|\.cursor/mcp\.json\b|claude_desktop_config\.json\b|\.docker/config\.json\b|wallet\.dat\b|login\.keychain`),
	},
	{
		SensitivePath, false, []string{"id_", "/etc/"}, []string{"rsa", "dsa", "ed25519", "passwd", "shadow"},
		regexp.MustCompile(`(?i)\bid_(?:rsa|ed25519|ecdsa|dsa)\b|/etc/(?:passwd|shadow)\b`),
	},
	{
		SensitivePath, false, []string{"read ", "open ", "load ", "cat ", "access ", "retrieve ", "collect ", "copy ", "send ", "include "}, []string{".env"},
		phrase(`(?:read|open|load|cat|access|retrieve|collect|copy|send|include) (?:[a-z]+ ){0,4}?(?:\S*/)?\.env\b`),
	},
	{
		SensitivePath, false, []string{"read ", "open ", "load ", "access ", "retrieve ", "collect ", "copy ", "send ", "include ", "dump "},
		[]string{"private key", "ssh key", "api keys", "passwords", "environment variables", "cookies", "credentials file"},
		phrase(`(?:read|open|load|access|retrieve|collect|copy|send|include|dump) (?:[a-z]+ ){0,3}?`,
			`(?:private keys?|ssh keys?|api keys|passwords|environment variables|browser cookies|session cookies|credentials files?)\b`),
	},
	{
		Smuggle, false, []string{"pass ", "put ", "place ", "include ", "insert ", "embed ", "append ", "send ", "supply ", "encode ", "copy "},
		[]string{"param", "arg", "field"},
		phrase(`(?:pass|put|place|include|insert|embed|append|send|supply|encode|copy)`,
			` (?:its|their|the|all|any|these|every|full|entire|whole|it|them)(?: [a-z]+){0,8}?`,
			` (?:as|in|into|to|through|via|using|inside|within) (?:the |a |an |this )?(?:[\x60'"]?[a-z_][a-z0-9_]*[\x60'"]? )?(?:parameters?|params?|arguments?|args?|fields?)\b`),
	},
	{
		Smuggle, false, []string{"pass ", "put ", "place ", "include ", "send ", "provide "}, []string{"content", " key", " text", " value", "output", "history"},
		phrase(`(?:pass|put|place|include|send|provide) (?:its|their|the|all|these) (?:file |full |entire )?(?:contents?|keys?|text|value|output|history)`,
			` (?:[a-z]+ ){0,3}?(?:as|in|into|through|via) (?:the )?[\x60'"]?[a-z_][a-z0-9_]*[\x60'"]?`),
	},
	{
		Redirect, false, []string{"before", "after", "when", "each time", "every time", "while"}, []string{"tool"},
		phrase(`(?:before|after|whenever|when|while|each time|every time) (?:[a-z]+ ){0,3}?`,
			`(?:using|calling|invoking|running|executing|use|call|invoke|run|execute) (?:any|every|all|each|other|another)(?: of)?(?: the)?(?: other)?(?: [a-z]+)? tools?\b`),
	},
	{
		Redirect, false, []string{"sent", "forwarded", "copied", "bcc", "redirected", "routed", "addressed", "delivered", "paid"},
		[]string{"email", "message", "payment", "transfer", "request", "file", "queries", "data"},
		phrase(`(?:all|every|any) (?:[a-z]+ ){0,2}?(?:emails?|messages?|payments?|transfers?|requests?|files?|queries|data)(?: [a-z]+){0,3}?`,
			` (?:must|should|need to|have to|has to) (?:be |also be |always be )?(?:sent|forwarded|copied|bcc|redirected|routed|addressed|delivered|paid)`),
	},
	{
		Redirect, false, []string{"instead of", "rather than", "in place of"}, []string{"tool"},
		phrase(`(?:instead of|rather than|in place of) (?:using |calling )?(?:the |any )?(?:other|original|official|real|[\x60'"][a-z0-9_.-]+[\x60'"]) ?(?:[a-z]+ )?tools?\b`),
	},
	{
		Redirect, false, []string{"change ", "replace ", "set ", "modify ", "rewrite ", "redirect "},
		[]string{"recipient", "destination", "beneficiary", "account number"},
		phrase(`(?:change|replace|set|modify|rewrite|redirect) (?:the )?(?:recipients?(?: address)?|destination address|account number|beneficiary)(?: [a-z]+){0,3}? (?:to|with)\b`),
	},
}
