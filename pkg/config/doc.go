// Package config reads the one configuration file, evref.yaml or evref.json:
// which tool files a repository has, how strictly each rule is held, which
// findings are ignored and why, and the schemes of its evidence records.
//
//	path, err := config.Find(".")
//	c, problems := config.Load(path)
//
// A configuration is read in full or not at all. Whatever is wrong in it is a
// diagnostic with its place, what is wrong and what to do: an unknown key, an
// unknown rule, an ignore without a reason. The shape is published as the schema
// config.v1.
package config
