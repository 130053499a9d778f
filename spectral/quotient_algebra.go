package spectral

import "encoding/binary"

// key is equal for equal quotients.
func (q *quotient) key() string {
	b := binary.AppendUvarint(nil, uint64(q.start))
	for c, row := range q.row {
		b = binary.AppendUvarint(b, uint64(q.size[c]))
		b = binary.AppendUvarint(b, uint64(len(row)))
		for _, a := range row {
			b = binary.AppendUvarint(b, uint64(a.cell))
			b = binary.AppendUvarint(b, uint64(a.count))
		}
	}
	return string(b)
}

// arcs is the number of non-zero entries.
func (q *quotient) arcs() (c int) {
	for _, r := range q.row {
		c += len(r)
	}
	return c
}

// times is to = A·from modulo p, on the cells.
func (q *quotient) times(p field, to, from []uint64) {
	for c, row := range q.row {
		var sum uint64
		for _, a := range row {
			if a.count == 1 {
				sum = p.add(sum, from[a.cell])
			} else {
				sum = p.add(sum, p.mul(uint64(a.count), from[a.cell]))
			}
		}
		to[c] = sum
	}
}

// minimal is the minimal polynomial modulo p of the start's vector under A,
// with a random functional: its degree is never more than that of the minimal
// polynomial of A, and for vertex-transitive graphs equal to it but with a
// chance of about cells²/p. scatter starts from a random vector instead, which
// serves any graph. O(cells·(arcs + cells)).
func (q *quotient) minimal(p field, scatter bool) []uint64 {
	m := len(q.size)
	cur, next, weight := make([]uint64, m), make([]uint64, m), make([]uint64, m)
	cur[q.start] = 1
	for i := range weight {
		weight[i] = mix(uint64(i)) % uint64(p)
		if scatter {
			cur[i] = mix(uint64(i+m)) % uint64(p)
		}
	}
	seq := make([]uint64, 2*m)
	for k := range seq {
		for i, w := range weight {
			if cur[i] != 0 {
				seq[k] = p.add(seq[k], p.mul(w, cur[i]))
			}
		}
		q.times(p, next, cur)
		cur, next = next, cur
	}
	return p.recurrence(seq)
}
