package cayley

// maxUnits bounds the list of units kept for a cyclic group.
const maxUnits = 1 << 16

// Automorphisms are the units u of Z_n with u·Δ = Δ, which are all
// automorphisms of the group that permute the generators (the identity alone if
// more than 2^16 would have to be tried).
func (c cyclic) Automorphisms() Automorphisms {
	index := genIndex(c)
	units := []int{1 % c.n}
	if len(c.gens) > 0 {
		units = append(units, c.units(index)...)
	}
	return newListed(c, len(units), func(j, v int) int { return mulMod(units[j], v, c.n) })
}

// units lists the units other than 1 that permute the generators. Such a unit
// carries the first generator s to some generator t: u = t/s, up to the
// multiples of n/gcd(s, n).
func (c cyclic) units(index map[int]int) []int {
	s := c.gens[0]
	for _, g := range c.gens {
		if gcd(g, c.n) < gcd(s, c.n) {
			s = g
		}
	}
	common := gcd(s, c.n)
	if common*len(c.gens) > maxUnits {
		return nil
	}
	period := c.n / common
	inverse := inverseMod(s/common, period)
	var list []int
	for _, t := range c.gens {
		if t%common != 0 {
			continue
		}
		first := mulMod(t/common%period, inverse, period)
		for u := first; u < c.n; u += period {
			if u != 1 && gcd(u, c.n) == 1 && c.permutes(u, index) {
				list = append(list, u)
			}
		}
	}
	return list
}

func (c cyclic) permutes(u int, index map[int]int) bool {
	for _, g := range c.gens {
		if _, ok := index[mulMod(u, g, c.n)]; !ok {
			return false
		}
	}
	return true
}

// Automorphisms are the units of Z_n, all of which keep the generators of K_n
// and K_n,n (the identity alone beyond 2^16). They are transitive on the
// generators of K_n for n prime, of K_n,n for n a power of 2.
func (s stepped) Automorphisms() Automorphisms {
	if s.n > maxUnits {
		return alone{}
	}
	return steppedUnits{s, units(s.n)}
}

// units are the numbers below n coprime to it, 1 first (0 for n = 1).
func units(n int) []int {
	list := []int{1 % n}
	for u := 2; u < n; u++ {
		if gcd(u, n) == 1 {
			list = append(list, u)
		}
	}
	return list
}

type steppedUnits struct {
	stepped
	list []int
}

func (u steppedUnits) Count() int         { return len(u.list) }
func (u steppedUnits) Image(j, v int) int { return mulMod(u.list[j], v, u.n) }
func (u steppedUnits) GenImage(j, k int) int {
	return (u.Image(j, u.Gen(k)) - u.first) / u.by
}

func mulMod(a, b, n int) int { return int(int64(a) * int64(b) % int64(n)) }

// inverseMod is 1/a mod n for a coprime to n.
func inverseMod(a, n int) int {
	x, y, r, s := 1, 0, a%n, n
	for s != 0 {
		q := r / s
		x, y, r, s = y, x-q*y, s, r-q*s
	}
	return ((x % n) + n) % n
}
