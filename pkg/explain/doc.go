// Package explain says what things mean and what to do: rules, verdicts, codes
// and every other name that output can carry, and the files that evref reads.
//
// It renders what the other packages know and knows nothing of its own. A name
// is looked up in a [Catalogue] of topics, each made from the [diag.Doc] beside
// the thing it documents. A file becomes a [Card]: the behaviour of tools, what
// a tool result claims, the canonical forms of a record, the label that several
// results add up to, or what a fingerprint covers.
//
// Topics and cards are data for machines, and give a [Page] for people, which
// can be laid out as text for a terminal or as Markdown. Text from input is made
// safe on its way into a page. The package opens nothing and paints nothing.
package explain
