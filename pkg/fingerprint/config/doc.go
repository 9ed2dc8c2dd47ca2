// Package config reads the files in which MCP clients keep their servers, and
// makes a definition of each entry.
//
// What a definition is made of is called the mapping ("mcp-config-import/1") and
// belongs beside every fingerprint it leads to. Its rules: the id is the key of
// the entry; text stays unexpanded; an environment variable or header whose
// value is a reference becomes a secret binding with that text as the reference;
// literal values have no place in a definition and are named as not covered.
// Every member of an entry is accounted for as hashed, not hashed or unknown.
//
// No error and no message repeats a value of the file.
package config

// Mapping names the rules by which entries become definitions. Other rules would
// have another name, because the fingerprint depends on them.
const Mapping = "mcp-config-import/1"
