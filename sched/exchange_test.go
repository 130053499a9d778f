package sched

import "testing"

func TestExchange(t *testing.T) {
	for spec, optimal := range map[string]bool{
		"hypercube:0": true, "hypercube:1": true, "hypercube:5": true, "hypercube:10": true, "torus:8x8x8": true, "torus:5x5": true, "torus:4x8": true, "torus:3x4x5": true,
		"ring:7": true, "ring:8": false, "complete:9": true, "circulant:13:1,5": false, "circulant:15:1,-1,4,-4": true, "folded:5": true,
		"star:4": true, "star:5": true, "star:6": true, "pancake:5": true, "bubble:5": true, "transposition:5": true,
		"ccc:4": true, "butterfly:4": true, "dihedral:12:r,r-1,f": true, "dihedral:6:r,r3,r4,f,r2f,r5f": true,
		"pancake:6": false, // 660, bound 659: three generators are odd and 3·659 is no even sum
	} {
		g := parse(t, spec)
		x, bound, err := BuildExchange(g, Scope{})
		if err != nil {
			t.Fatalf("%s: %v", spec, err)
		}
		if (x.Steps == bound.Value) != optimal {
			t.Errorf("%s: %d steps, bound %v", spec, x.Steps, bound)
		}
		e, err := x.Expand()
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Verify(); err != nil {
			t.Errorf("%s: expanded: %v", spec, err)
		}
	}
}

func TestExpandedTemplatesVerify(t *testing.T) {
	for _, spec := range []string{"hypercube:0", "hypercube:4", "torus:3x5", "circulant:9:1,3,4,6", "ring:17"} {
		for _, o := range []Options{{}, {Task: Accumulate}, {Scope: Scope{Within: 2}}, {Scope: Scope{At: []int{2}}}, {Task: Accumulate, Scope: Scope{Within: 1}}} {
			tm, _, err := Build(parse(t, spec), o)
			if err != nil {
				t.Fatalf("%s %+v: %v", spec, o, err)
			}
			e, err := tm.Expand()
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Verify(); err != nil {
				t.Errorf("%s %+v: %v", spec, o, err)
			}
		}
	}
}
