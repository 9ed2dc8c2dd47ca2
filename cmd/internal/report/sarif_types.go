package report

import (
	"net/url"
	"path/filepath"
)

// The part of the SARIF 2.1.0 object model that evref writes.

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	InformationURI string      `json:"informationUri,omitempty"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID                   string              `json:"id"`
	Name                 string              `json:"name,omitempty"`
	ShortDescription     sarifMessage        `json:"shortDescription"`
	Help                 *sarifHelp          `json:"help,omitempty"`
	HelpURI              string              `json:"helpUri,omitempty"`
	DefaultConfiguration sarifConfiguration  `json:"defaultConfiguration"`
	Properties           sarifRuleProperties `json:"properties"`
}

type sarifHelp struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

type sarifConfiguration struct {
	Enabled bool   `json:"enabled"`
	Level   string `json:"level"`
}

type sarifRuleProperties struct {
	ProblemSeverity string `json:"problem.severity"`
}

type sarifBase struct {
	Description sarifMessage `json:"description"`
}

type sarifResult struct {
	RuleID              string                `json:"ruleId"`
	RuleIndex           *int                  `json:"ruleIndex,omitempty"`
	Level               string                `json:"level"`
	Message             sarifMessage          `json:"message"`
	Locations           []sarifLocation       `json:"locations"`
	RelatedLocations    []sarifLocation       `json:"relatedLocations,omitempty"`
	PartialFingerprints map[string]string     `json:"partialFingerprints,omitempty"`
	BaselineState       string                `json:"baselineState,omitempty"`
	Suppressions        []sarifSuppression    `json:"suppressions,omitempty"`
	Fixes               []sarifFix            `json:"fixes,omitempty"`
	Properties          sarifResultProperties `json:"properties"`
}

type sarifResultProperties struct {
	Record  string `json:"record,omitempty"`
	Pointer string `json:"pointer"`
}

type sarifLocation struct {
	ID               int                    `json:"id,omitempty"`
	PhysicalLocation sarifPhysical          `json:"physicalLocation"`
	LogicalLocations []sarifLogicalLocation `json:"logicalLocations,omitempty"`
	Message          *sarifMessage          `json:"message,omitempty"`
}

type sarifPhysical struct {
	ArtifactLocation sarifArtifact `json:"artifactLocation"`
	Region           *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI       string `json:"uri"`
	URIBaseID string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

type sarifLogicalLocation struct {
	Name               string `json:"name"`
	FullyQualifiedName string `json:"fullyQualifiedName"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Status        string `json:"status"`
	Justification string `json:"justification,omitempty"`
}

type sarifFix struct {
	Description     sarifMessage  `json:"description"`
	ArtifactChanges []sarifChange `json:"artifactChanges"`
	Properties      struct {
		Safe bool `json:"safe"`
	} `json:"properties"`
}

type sarifChange struct {
	ArtifactLocation sarifArtifact      `json:"artifactLocation"`
	Replacements     []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	DeletedRegion   sarifRegion   `json:"deletedRegion"`
	InsertedContent *sarifContent `json:"insertedContent,omitempty"`
}

type sarifContent struct {
	Text string `json:"text"`
}

type sarifInvocation struct {
	ExecutionSuccessful        bool                `json:"executionSuccessful"`
	ExitCode                   int                 `json:"exitCode"`
	ToolExecutionNotifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level      string          `json:"level"`
	Message    sarifMessage    `json:"message"`
	Locations  []sarifLocation `json:"locations,omitempty"`
	Descriptor *sarifReference `json:"descriptor,omitempty"`
}

type sarifReference struct {
	ID string `json:"id"`
}

const srcRoot = "%SRCROOT%"

// artifact names a file by a URI: relative to the source root, or absolute.
func artifact(source string) sarifArtifact {
	path := filepath.ToSlash(relative(source))
	if filepath.IsAbs(source) {
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: path}).String()}
	}
	// A path whose first part has a colon would read as a scheme; url writes
	// such a path with "./" in front.
	return sarifArtifact{URI: (&url.URL{Path: path}).String(), URIBaseID: srcRoot}
}
