package diag

// Doc explains one name that output can carry: a verdict, a code, a warning. It
// stands beside the thing it documents; the pages that people read are made
// from it.
type Doc struct {
	Name    string   // as output and input write it
	Aliases []string // other words by which it is looked up
	Meaning string   // one sentence, lower case, without a full stop
	Text    []string // what else there is to know, in paragraphs
	Do      string   // what to do about it; may be empty
	// Example is a transcript: a line that begins with "$ " is a command, the
	// lines up to the next one are what it prints. "$ cat FILE" shows a file
	// that the commands read. A test runs it.
	Example string
	Sources []Source
}

// Source is where a fact comes from: a clause of a specification, a page.
type Source struct {
	Title string
	URL   string // may be empty for a source without an address
}
