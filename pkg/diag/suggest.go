package diag

// Nearest gives the candidate that is closest to a misspelt word, for "did you
// mean …". Distance counts inserted, deleted, changed and swapped neighbouring
// letters, ignoring case; a word is suggested when the distance is at most a
// third of the word's length, and at least 1 is always allowed. Among equals
// the first candidate wins. ok is false when none is near.
func Nearest(word string, candidates []string) (nearest string, ok bool) {
	best := max(1, len(word)/3) + 1
	for _, c := range candidates {
		if d := distance(fold(word), fold(c), best); d < best {
			best, nearest, ok = d, c, true
		}
	}
	return nearest, ok
}

// Near reports whether two words differ by at most limit inserted, deleted,
// changed or swapped letters, ignoring case.
func Near(a, b string, limit int) bool { return distance(fold(a), fold(b), limit+1) <= limit }

func fold(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// distance is the optimal string alignment distance, or limit when it is not
// smaller than that.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > 200 || len(b) > 200 {
		return limit
	}
	var short [3 * 33]int // words are short: no allocation for them
	rows := short[:]
	if len(b) > 32 {
		rows = make([]int, 3*(len(b)+1))
	}
	n := len(b) + 1
	prev2, prev, row := rows[:n], rows[n:2*n], rows[2*n:3*n]
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], prev2[j-2]+1)
			}
		}
		prev2, prev, row = prev, row, prev2
	}
	return min(prev[len(b)], limit)
}
