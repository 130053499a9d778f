package cayley

// Act is the automorphism gH → a·gH.
func (c *Coset) Act(a, v int) int { return int(c.of[c.group.Mul(a, int(c.rep[v]))]) }

// FreeAction is the largest cyclic subgroup of Γ found that acts freely on the cosets. The
// search looks at elements in order, up to some 2^24 images.
func (c *Coset) FreeAction() FreeAction {
	best := []int{0}
	work := 1 << 24
	for a := 1; a < c.group.Order() && work > 0 && len(best) < c.Order(); a++ {
		powers := []int{0}
		for x := a; x != 0 && len(powers) <= c.group.Order(); x = c.group.Mul(x, a) { // of what is no group they may never come to 0
			powers = append(powers, x)
			work--
		}
		if len(powers) > len(best) && c.Order()%len(powers) == 0 && c.free(powers, &work) {
			best = powers
		}
	}
	return cyclicAction{cyclic{n: len(best)}, c, best}
}

// free: a power fixes a coset only if one of prime order does.
func (c *Coset) free(powers []int, work *int) bool {
	m := len(powers)
	for p := 2; p <= m; p++ {
		if m%p != 0 || !prime(p) {
			continue
		}
		*work -= c.Order()
		for v := range c.Order() {
			if c.Act(powers[m/p], v) == v {
				return false
			}
		}
	}
	return true
}

// cyclicAction is the powers of one element acting on cosets.
type cyclicAction struct {
	cyclic
	on     *Coset
	powers []int
}

func (a cyclicAction) Act(i, v int) int { return a.on.Act(a.powers[i], v) }
