package coll

// pick is the library's own choice of algorithm for a collective of so many
// bytes a processor.
func (m *Machine) pick(c collective, bytes int) algorithmID {
	if c == exchange {
		return byRings
	}
	return byDirect
}
