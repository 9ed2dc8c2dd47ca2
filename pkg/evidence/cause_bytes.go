package evidence

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"unicode/utf16"

	"github.com/mcp-evref/evref/pkg/digest"
)

// byteCauses: the bytes of the file were hashed, and not the canonical bytes.
func byteCauses() []Cause {
	return []Cause{
		{
			ID:      "raw-bytes",
			Summary: "digest of the record's bytes as they stand, not of its canonical bytes",
			Help:    helpRecompute,
			try: func(s *search) {
				raw := s.rawBytes()
				s.bytesOf(raw, "")
				trimmed := bytes.TrimRight(raw, "\r\n")
				s.bytesOf(trimmed, "without the final line end")
				s.bytesOf(bytes.TrimSpace(raw), "without the white space around it")
				s.bytesOf(append(trimmed[:len(trimmed):len(trimmed)], '\n'), "with a final line end")
			},
		},
		{
			ID:      "line-ends",
			Summary: "digest of the record's bytes with other line ends",
			Help:    "line ends change on the way (git autocrlf, FTP, editors); canonical bytes do not have any: " + helpRecompute,
			try: func(s *search) {
				unix := unixLines(s.rawBytes())
				trimmed := bytes.TrimRight(unix, "\n")
				s.bytesOf(unix, "LF where the record has CRLF")
				s.bytesOf(trimmed, "LF where the record has CRLF, without the last one")
				windows := windowsLines(unix)
				s.bytesOf(windows, "CRLF where the record has LF")
				s.bytesOf(bytes.TrimRight(windows, "\r\n"), "CRLF where the record has LF, without the last one")
				s.bytesOf(append(windowsLines(trimmed), "\r\n"...), "CRLF, and one behind the record")
			},
		},
		{
			ID:      "text-encoding",
			Summary: "digest of the record's bytes in another text encoding",
			Help:    "write the record as UTF-8 without a byte-order mark; " + helpRecompute,
			try: func(s *search) {
				canonical, _ := digest.JCS.Append(nil, s.rec)
				for _, text := range [][]byte{s.rawBytes(), bytes.TrimSpace(s.rawBytes()), canonical} {
					s.bytesOf(append([]byte("\xef\xbb\xbf"), text...), "UTF-8 with a byte-order mark")
					wide := utf16.Encode([]rune(string(text)))
					s.bytesOf(utf16LE(wide), "UTF-16")
					s.bytesOf(append([]byte("\xff\xfe"), utf16LE(wide)...), "UTF-16 with a byte-order mark")
				}
			},
		},
	}
}

func unixLines(text []byte) []byte    { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }
func windowsLines(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")) }

// rawBytes gives the bytes of the record as they came: the whole file when the
// record is all of it.
func (s *search) rawBytes() []byte {
	if s.rec.Node() == 0 {
		return s.rec.Record().Raw()
	}
	return s.rec.Raw()
}

func utf16LE(units []uint16) []byte {
	out := make([]byte, 0, 2*len(units))
	for _, u := range units {
		out = append(out, byte(u), byte(u>>8))
	}
	return out
}

// textForms gives bytes as the texts by which people carry them around.
func textForms(data []byte) []textForm {
	return []textForm{
		{"as hexadecimal", []byte(hex.EncodeToString(data))},
		{"as base64", []byte(base64.StdEncoding.EncodeToString(data))},
	}
}

type textForm struct {
	how  string
	text []byte
}
