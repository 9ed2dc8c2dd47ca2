// Package mcp captures what a live MCP server says, byte for byte, and reads
// logs of sessions.
//
// The typed values of an MCP library drop members that they do not know, and a
// linter is after exactly those. So transports come from the MCP SDK, but
// answers stay raw JSON: names, order, escapes and number texts are the
// server's.
//
// A server is run with a short list of environment variables, within a time and
// a size limit, and everything it started is gone when a capture returns. Over
// HTTP only the origin of the URL that was named is spoken to.
package mcp
