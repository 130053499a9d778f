package cayley

// Automorphisms is a list of automorphisms of a group that permute the generators of its Cayley
// graph, each also an automorphism of the graph that fixes 0. Number 0 is the identity. A
// chunked schedule gives segment j of a vector the template's image under number j. If the list
// carries every generator to every generator equally often, the load evens out exactly.
type Automorphisms interface {
	// Count is the number of automorphisms, at least 1.
	Count() int
	// Image is automorphism j of the element v.
	Image(j, v int) int
	// GenImage is where automorphism j carries generator k:
	// Image(j, Gen(k)) = Gen(GenImage(j, k)).
	GenImage(j, k int) int
}

// Automorphic is a Cayley graph that knows Automorphisms by arithmetic.
type Automorphic interface {
	Automorphisms() Automorphisms
}

// AutomorphismsOf is the list of c, or the identity alone where none is known.
func AutomorphismsOf(c Cayley) Automorphisms {
	if a, ok := c.(Automorphic); ok {
		return a.Automorphisms()
	}
	return alone{}
}

type alone struct{}

func (alone) Count() int            { return 1 }
func (alone) Image(_, v int) int    { return v }
func (alone) GenImage(_, k int) int { return k }

// Balanced reports whether the automorphisms carry each of the d generators to
// every generator equally often: then Count() segments with rotated templates
// load every generator alike. O(Count·d).
func Balanced(a Automorphisms, d int) bool {
	m := a.Count()
	if d == 0 {
		return true
	}
	if m%d != 0 {
		return false
	}
	count := make([]int, d)
	for k := range d {
		clear(count)
		for j := range m {
			count[a.GenImage(j, k)]++
		}
		for _, n := range count {
			if n != m/d {
				return false
			}
		}
	}
	return true
}

// listed serves a family whose generators are looked up by element.
type listed struct {
	count int
	image func(j, v int) int
	gen   func(k int) int
	index map[int]int // element to generator
}

func newListed(c Cayley, count int, image func(j, v int) int) listed {
	return listed{count, image, c.Gen, genIndex(c)}
}

func genIndex(c Cayley) map[int]int {
	index := make(map[int]int, c.Degree())
	for k := range c.Degree() {
		index[c.Gen(k)] = k
	}
	return index
}

func (l listed) Count() int            { return l.count }
func (l listed) Image(j, v int) int    { return l.image(j, v) }
func (l listed) GenImage(j, k int) int { return l.index[l.image(j, l.gen(k))] }
