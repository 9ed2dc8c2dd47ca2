package diag

import "testing"

func TestPositionAt(t *testing.T) {
	const text = "ab\r\né😀x\n\n\xffy\xe2\x82"
	for offset, want := range map[int]Position{
		-5: {0, 1, 1}, 0: {0, 1, 1}, 1: {1, 1, 2}, 2: {2, 1, 3}, 3: {3, 1, 4}, 4: {4, 2, 1},
		5:  {5, 2, 1}, // within é
		6:  {6, 2, 2}, // 😀
		9:  {9, 2, 2}, // within it
		10: {10, 2, 3}, 11: {11, 2, 4}, 12: {12, 3, 1}, 13: {13, 4, 1},
		14: {14, 4, 2}, 15: {15, 4, 3}, 16: {16, 4, 4}, 17: {17, 4, 5}, 99: {17, 4, 5},
	} {
		if got := PositionAt([]byte(text), offset); got != want {
			t.Errorf("offset %d: %+v, want %+v", offset, got, want)
		}
		if got := NewPositions([]byte(text)).At(offset); got != want {
			t.Errorf("offset %d, indexed: %+v, want %+v", offset, got, want)
		}
	}
}

func TestPositionText(t *testing.T) {
	if got := (Position{Offset: 9, Line: 3, Column: 4}).String(); got != "3:4" {
		t.Error(got)
	}
	if got := (Position{Offset: 9}).String(); got != "byte 9" {
		t.Error(got)
	}
}

func FuzzPositions(f *testing.F) {
	f.Add([]byte("a\né\xff\r\n"), 3)
	f.Fuzz(func(t *testing.T, text []byte, offset int) {
		got, want := NewPositions(text).At(offset), PositionAt(text, offset)
		if got != want || !got.IsValid() {
			t.Fatalf("%q, %d: %+v, want %+v", text, offset, got, want)
		}
	})
}
