package cayley

// Automorphisms are those of the factors, each factor on its own (the identity
// alone if they are more than 2^16).
func (c productCayley) Automorphisms() Automorphisms {
	a := productAutomorphisms{productCayley: &c, count: 1}
	for _, f := range c.cayley {
		list := AutomorphismsOf(f)
		if a.count *= list.Count(); a.count > maxUnits {
			return alone{}
		}
		a.lists = append(a.lists, list)
	}
	return a
}

type productAutomorphisms struct {
	*productCayley
	lists []Automorphisms
	count int
}

func (a productAutomorphisms) Count() int { return a.count }

func (a productAutomorphisms) Image(j, v int) int {
	w := 0
	for i, list := range a.lists {
		m := list.Count()
		w += list.Image(j%m, v/a.stride[i]%a.cayley[i].Order()) * a.stride[i]
		j /= m
	}
	return w
}

func (a productAutomorphisms) GenImage(j, k int) int {
	at := a.factor(k)
	for _, list := range a.lists[:at] {
		j /= list.Count()
	}
	return a.first[at] + a.lists[at].GenImage(j%a.lists[at].Count(), k-a.first[at])
}
