package record

import "slices"

// Clone gives a record that stays valid when its [Parser] parses again. It takes
// as much memory as the record needs and still refers to the same bytes.
func (r *Record) Clone() *Record {
	t := *r.tape
	t.Nodes = slices.Clone(t.Nodes)
	t.Arena = slices.Clone(t.Arena)
	t.Values = slices.Clone(t.Values)
	t.Orders = slices.Clone(t.Orders)
	t.Duplicates = slices.Clone(t.Duplicates)
	return &Record{tape: &t, format: r.format}
}
