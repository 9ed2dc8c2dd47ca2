package tree

// MaxDepth is the deepest nesting of a configuration. Readers of some syntaxes
// descend by recursion and have no limit of their own.
const MaxDepth = 200

// TooDeep gives the offset at which brackets, or dashes at the start of a line,
// nest too deeply, or -1. Brackets in text count too; no text has that many.
func TooDeep(raw []byte) int {
	depth, dashes := 0, 0
	for i, c := range raw {
		switch c {
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(depth-1, 0)
		case '-', '?', ':':
			if i+1 < len(raw) && (raw[i+1] == ' ' || raw[i+1] == '\t') {
				dashes++
			}
		case ' ', '\t':
		default:
			dashes = 0
		}
		if depth > MaxDepth || dashes > MaxDepth {
			return i
		}
	}
	return -1
}
