package bench

import "testing"

// TestFreshData: each call of fresh vectors sends other data than the one before, the last what was filled in.
func TestFreshData(t *testing.T) {
	for _, coll := range []string{"allreduce", "broadcast"} {
		v, err := NewVectors(Row{Coll: coll, Procs: 2, Bytes: 64 * 8})
		if err != nil {
			t.Fatal(err)
		}
		x := v.Src[0]
		if coll == "broadcast" {
			x = v.Dst[0]
		}
		v.Fresh = true
		for calls := 1; calls <= 4; calls++ {
			filled, sent := x[line], []float64(nil)
			v.Repeat(0, calls, func(int) { sent = append(sent, x[line]) })
			if len(sent) != calls || sent[calls-1] != filled {
				t.Errorf("%s: %d calls of %v send %v", coll, calls, filled, sent)
			}
			for i := range sent[1:] {
				if sent[i] == sent[i+1] {
					t.Errorf("%s: of %d calls, call %d sends what the one before sent", coll, calls, i+1)
				}
			}
		}
	}
}
