package cayley

// Permuted is a Cayley graph whose generators are known as permutations; a file
// can hold those in place of a multiplication table.
type Permuted interface {
	// Permutations lists generator k as the images of 0, 1, …, n-1.
	Permutations() [][]int
}

// permCayley is a Cayley graph of a PermGroup with all its permutations for
// generators.
type permCayley struct {
	*PermGroup
	name    string
	list    []int
	inverse []int
}

// NewPermCayley is the Cayley graph of the group that the permutations generate, with them as
// generators: arcs g → g·gens[k]. The errors are those of NewPermGroup and, for a permutation
// that is the identity or repeats another, an EntryError.
func NewPermCayley(name string, gens [][]int) (Cayley, error) {
	g, err := NewPermGroup(gens)
	if err != nil {
		return nil, err
	}
	c := permCayley{PermGroup: g, name: name}
	at := make(map[int]int, len(gens))
	for k, list := range gens {
		v, err := g.Element(list)
		if err != nil {
			return nil, err
		}
		if v == 0 {
			return nil, entryErr(k, "%s: permutation %d is the identity", name, k)
		}
		if first, ok := at[v]; ok {
			return nil, entryErr(k, "%s: permutation %d repeats the arc of permutation %d", name, k, first)
		}
		at[v] = k
		c.list = append(c.list, v)
	}
	c.inverse = foundInverses(c)
	return c, nil
}

func (c permCayley) Name() string          { return c.name }
func (c permCayley) Degree() int           { return len(c.list) }
func (c permCayley) Gen(k int) int         { return c.list[k] }
func (c permCayley) InverseGen(k int) int  { return c.inverse[k] }
func (c permCayley) Neighbor(v, k int) int { return c.Mul(v, c.list[k]) }
