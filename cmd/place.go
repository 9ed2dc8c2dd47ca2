package cmd

import (
	"os"
	"path/filepath"
	"strings"
)

// place is a file or a folder that a flag names. A run writes there, or it reads
// there and nothing is to be written into it.
type place struct {
	flag string
	name string // as it is called on the command line; "" is no place
	path string
	read bool
}

// apart refuses places that get into each other's way: two that are one, whatever
// they are called, and one that lies in another. It is asked before anything is
// written.
func apart(places []place) error {
	var seen []place
	for _, p := range places {
		if p.name == "" || isDevice(p.path) {
			continue
		}
		for _, other := range seen {
			switch {
			case p.read && other.read:
			case sameFile(p.path, other.path):
				return usagef("%s %s and %s %s name the same place; give each a name of its own", other.flag, other.name, p.flag, p.name)
			case liesIn(p.path, other.path):
				return usagef("%s %s lies in %s %s; name a place outside of it", p.flag, p.name, other.flag, other.name)
			case liesIn(other.path, p.path):
				return usagef("%s %s lies in %s %s; name a place outside of it", other.flag, other.name, p.flag, p.name)
			}
		}
		seen = append(seen, p)
	}
	return nil
}

// sameFile reports that two names lead to one file, or would make one.
func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	two, failed := os.Stat(b)
	if err == nil && failed == nil && os.SameFile(one, two) {
		return true
	}
	return realPath(a) == realPath(b)
}

// liesIn reports that a name leads below a folder, which may be one to be made.
func liesIn(name, folder string) bool {
	rel, err := filepath.Rel(realPath(folder), realPath(name))
	return err == nil && filepath.IsLocal(rel) && rel != "."
}

// isDevice tells what can be written to by several, such as /dev/null.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&os.ModeDevice != 0
}

// maxLinks is how many links that lead to nothing yet are followed.
const maxLinks = 40

// realPath is where a name leads, without links, whether something is there or not.
func realPath(name string) string {
	path := followed(name, maxLinks)
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

func followed(name string, links int) string {
	if found, err := filepath.EvalSymlinks(name); err == nil {
		return found
	}
	dir, base := filepath.Split(strings.TrimRight(name, string(filepath.Separator)))
	switch dir {
	case name: // a root that is not there
		return name
	case "":
		dir = "."
	}
	dir = followed(dir, links)
	path := filepath.Join(dir, base)
	to, err := os.Readlink(path)
	switch {
	case err != nil || links == 0:
		return path
	case filepath.IsAbs(to):
		return followed(to, links-1)
	}
	return followed(filepath.Join(dir, to), links-1)
}
