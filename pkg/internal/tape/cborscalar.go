package tape

// AppendScalar writes the deterministic encoding of a CBOR node without its
// children: a scalar as a whole, a container or tag as its head.
func (t *Tape) AppendScalar(dst []byte, i uint32) []byte {
	switch n := t.Nodes[i]; n.Kind() {
	case Null:
		return append(dst, 0xf6)
	case False:
		return append(dst, 0xf4)
	case True:
		return append(dst, 0xf5)
	case Uint:
		return AppendHead(dst, MajorUint, t.Argument(i))
	case Nint:
		return AppendHead(dst, MajorNint, t.Argument(i))
	case Tag:
		return AppendHead(dst, MajorTag, t.Argument(i))
	case Float:
		return AppendFloat(dst, t.Float64(i))
	case Simple:
		return append(dst, t.Raw[n.Start:n.End]...)
	case String:
		return AppendText(dst, t.Text(i))
	case Bytes:
		content := t.Text(i)
		return append(AppendHead(dst, MajorBytes, uint64(len(content))), content...)
	case Array:
		return AppendHead(dst, MajorArray, uint64(t.Count(i)))
	}
	return AppendHead(dst, MajorMap, uint64(t.Count(i)))
}

// AppendText writes the deterministic encoding of a text string.
func AppendText(dst, text []byte) []byte {
	if len(text) < aiUint8 {
		dst = append(dst, MajorText|byte(len(text)))
	} else {
		dst = AppendHead(dst, MajorText, uint64(len(text)))
	}
	return append(dst, text...)
}
