package cmd

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/mcp-evref/evref/pkg/digest"
)

func newVectors(a *app) *cobra.Command {
	var canonicalization string
	c := &cobra.Command{
		Use:   "vectors [fingerprint]",
		Short: "print test vectors for other implementations",
		Long: `Print the vectors that evref itself is tested with, one JSON object a line, so
that an implementation in another language can show that it agrees:

  {"id":"num-neg-zero","inputFormat":"json","inputBase64":"Wy0wXQ==",
   "canonicalBase64":"WzBd","digest":"sha256:d0bca111…","why":"…", …}

A row has the digest of the input's canonical bytes, or the class of the error
for which it must be refused. Rows with hazards have a digest that other inputs
may share. docs/conformance.md shows how to use them.`,
		Example: `  evref vectors -c jcs > jcs.jsonl
  evref vectors -c cbor > cbor.jsonl
  evref vectors fingerprint > fingerprint.jsonl`,
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: []cobra.Completion{"fingerprint"},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return printFingerprintVectors(a, args[0], canonicalization)
			}
			if canonicalization == "" {
				return usagef("vectors needs -c jcs/rfc8785 or -c cbor/rfc8949, or the word fingerprint")
			}
			c, ok := lookupCanonicalization(canonicalization)
			if !ok {
				return unknown("canonicalization", canonicalization, canonicalizationNames())
			}
			return printCanonicalVectors(a, c)
		},
	}
	c.Flags().StringVarP(&canonicalization, "canonicalization", "c", "", "canonicalization: jcs/rfc8785 or cbor/rfc8949 (jcs and cbor for short)")
	completeValues(c, "canonicalization", canonicalizationNames())
	return c
}

func printFingerprintVectors(a *app, word, canonicalization string) error {
	if word != "fingerprint" {
		return unknown("kind of vectors", word, []string{"fingerprint"})
	}
	if canonicalization != "" {
		return usagef("-c does not belong to vectors fingerprint")
	}
	rows, err := fingerprintVectors()
	if err != nil {
		return err
	}
	return printRows(a, rows)
}

func printCanonicalVectors(a *app, c digest.Canonicalization) error {
	rows, err := canonicalVectors(c)
	if err != nil {
		return err
	}
	return printRows(a, rows)
}

func printRows[T any](a *app, rows []T) error {
	e := json.NewEncoder(a.Out)
	e.SetEscapeHTML(false)
	for _, row := range rows {
		if err := e.Encode(row); err != nil {
			return err
		}
	}
	return nil
}
