package coll

import "slices"

// choose is the algorithm of a call: the one asked for by Using or Config, or
// the one that the tuning table has for vectors of so many bytes and the type. It fails
// where the collective does not offer it. Where NaN is refused it has the bit refusing, which
// checkNaN takes away.
func (p *Proc) choose(c collective, bytes int, kind uint8) algorithmID {
	if p.alg|p.g.mayDiffer[c] != unchosen {
		return p.consider(c, bytes, kind)
	}
	return byDirect
}

// consider is choose where there may be something to choose.
func (p *Proc) consider(c collective, bytes int, kind uint8) algorithmID {
	a := p.alg
	if a == unchosen {
		a = p.c.m.algorithm
	}
	switch {
	case a == unchosen:
		a = p.g.pick(c, bytes, kind)
	case offers[c]&(1<<a) == 0:
		p.refuse(c, "%s does not offer %q, %s", c, a, wants(c))
	case a == byFile:
		p.checkFiled(c)
	}
	if p.c.m.cfg.RefuseNaN && c != barrier {
		a |= refusing
	}
	return a
}

// choices is the rules for one group, by collective: nil where no rule fits, see defaultOf.
type choices [split]*[len(elemNames)][]choice

// choice is what is taken below a number of bytes.
type choice struct {
	below int64
	by    algorithmID
}

// choicesFor makes the table of a group of p processors.
func (t *Tuning) choicesFor(p int) (table choices) {
	for c := barrier; c < split; c++ {
		var edges []int64 // where the choice may change
		var rules []*Rule
		for i := range t.Rules {
			r := &t.Rules[i]
			if r.Collective == c.String() && (r.Procs[1] == 0 || r.Procs[0] <= p && p <= r.Procs[1]) {
				rules = append(rules, r)
				edges = append(edges, r.Bytes[0], r.Bytes[1])
			}
		}
		if len(rules) == 0 {
			continue
		}
		slices.Sort(edges)
		edges = slices.Compact(append(edges, 1<<62))
		table[c] = new([len(elemNames)][]choice)
		for kind, name := range elemNames {
			from := int64(0)
			for _, edge := range edges {
				if edge <= from {
					continue
				}
				by := defaultOf(c)
				for _, r := range rules {
					if (r.Type == "" || r.Type == name) && r.Bytes[0] <= from && (r.Bytes[1] == 0 || from < r.Bytes[1]) {
						by, _ = idOf(r.Algorithm)
						break
					}
				}
				table[c][kind] = append(table[c][kind], choice{edge, by})
				from = edge
			}
		}
	}
	return table
}

// defaultOf is the algorithm where no rule fits.
func defaultOf(c collective) algorithmID {
	if c == exchange {
		return byRings
	}
	return byDirect
}

// pick is the library's own choice of algorithm.
func (g *group) pick(c collective, bytes int, kind uint8) algorithmID {
	if table := g.choices[c]; table != nil {
		for _, e := range table[kind] {
			if int64(bytes) < e.below {
				return e.by
			}
		}
	}
	return defaultOf(c)
}

// Choice returns the algorithm that the machine takes, where Using says nothing, for a collective
// of float64 with so many bytes per processor (per block, if it has blocks). It returns "" for an
// unknown name, or if the collective does not offer Config.Algorithm.
func (m *Machine) Choice(collective string, bytes int) Algorithm {
	if !m.made() {
		return ""
	}
	return m.world.choice(collective, bytes, elemNames[0], unchosen)
}

// Choice returns the algorithm that a call by p takes for elements of a type ("float64", "float32",
// "int64", "int32"): Using's, else Config's, else that of the table for p's group. It returns ""
// for an unknown name, or if the collective does not offer the algorithm for that type.
func (p *Proc) Choice(collective string, bytes int, elem string) Algorithm {
	return p.g.choice(collective, bytes, elem, p.alg)
}

func (g *group) choice(name string, bytes int, elem string, a algorithmID) Algorithm {
	c, ok := collectiveOf(name)
	kind := slices.Index(elemNames[:], elem)
	if !ok || kind < 0 {
		return ""
	}
	if a == unchosen {
		a = g.m.algorithm
	}
	if a == unchosen {
		a = g.pick(c, bytes, uint8(kind))
	}
	if offers[c]&(1<<a) == 0 || a == bySpectral && kind >= floats {
		return ""
	}
	return algorithms[a]
}
