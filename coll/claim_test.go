package coll

import (
	"testing"
	"unsafe"
)

// TestClaims: which lines a team would ask for after a call: those of the bank, of the length that
// was in one lately, where there are two teams and the CPU gains by it. (That the results are right
// whether it asks or not, the other tests say: some CPUs do.)
func TestClaims(t *testing.T) {
	const most = 512
	for _, c := range []struct {
		p, teams int
		on       bool
		n        int // float64 of an allreduce
		bytes    int
		used     bool
	}{
		{2, 2, true, 1, 0, false}, {2, 2, true, 13, 0, false}, {2, 2, true, 14, 112, true},
		{2, 2, true, 64, most, true}, {2, 2, true, 65, 0, true}, {2, 2, true, 129, 0, false},
		{2, 2, false, 14, 0, false}, {3, 3, true, 14, 0, false},
		{4, 2, true, 7, 112, true}, {4, 2, true, 32, most, true}, {4, 2, true, 33, 0, true}, {6, 3, true, 7, 0, false},
	} {
		m := teamed(t, Config{P: c.p}, c.teams)
		if m.claimMost = 0; c.on {
			m.claimMost = most
		}
		try := trial{c: allreduce, a: Direct, n: c.n}
		if err := runAs[float64](m, try, try, try); err != nil {
			t.Fatal(err)
		}
		for i, own := range m.world.teams {
			got := own.lastBank
			if got.bytes != c.bytes || (got.seq > 0) != c.used {
				t.Errorf("%+v: team %d has noted %d bytes of message %d", c, i, got.bytes, got.seq)
			}
			for k, at := range got.banks {
				if bank := unsafe.Pointer(unsafe.SliceData(stateOf[float64](m.world).teams[i].wide[k])); c.bytes > 0 && at != bank {
					t.Errorf("%+v: team %d has noted another bank %d than its own", c, i, k)
				}
			}
		}
	}
}

// TestWants: what is asked for after messages with a bank, with a long one, and without.
func TestWants(t *testing.T) {
	var x, y [8]float64
	banks := [2]unsafe.Pointer{unsafe.Pointer(&x), unsafe.Pointer(&y)}
	for _, c := range []struct {
		last  lastBank
		seq   uint64
		line  bool
		bank  unsafe.Pointer
		bytes int
	}{
		{lastBank{}, 1, true, nil, 0},
		{lastBank{7, 64, banks}, 8, true, banks[0], 64},
		{lastBank{7, 64, banks}, 9, true, banks[1], 64},
		{lastBank{7, 64, banks}, 7 + claimFor, true, banks[(7+claimFor)&1], 64},
		{lastBank{7, 64, banks}, 8 + claimFor, true, nil, 0},
		{lastBank{7, 0, banks}, 8, false, nil, 0},
		{lastBank{7, 0, banks}, 8 + claimFor, true, nil, 0},
	} {
		line, bank, bytes := c.last.wants(c.seq)
		if line != c.line || bytes != c.bytes || bytes > 0 && bank != c.bank {
			t.Errorf("%+v before message %d: line %v, %d bytes of %p; want %v, %d of %p", c.last, c.seq, line, bytes, bank, c.line, c.bytes, c.bank)
		}
	}
}

// TestRootClaims: who gives nothing to a call by a bank asks for its line as before.
func TestRootClaims(t *testing.T) {
	m := teamed(t, Config{P: 2}, 2)
	m.claimMost = 512
	if err := runAs[float64](m, trial{c: broadcast, a: Direct, n: 20}); err != nil {
		t.Fatal(err)
	}
	if a, b := m.world.teams[0].lastBank, m.world.teams[1].lastBank; a.bytes != 160 || b.seq != 0 {
		t.Errorf("the root has noted %d bytes, the other message %d", a.bytes, b.seq)
	}
}

// TestMayAsk: who finds each message there no longer asks, until it has waited for one.
func TestMayAsk(t *testing.T) {
	var own team
	own.local = new(local)
	for _, c := range []struct {
		waited bool
		calls  int
		asks   int // how many of them
	}{{false, lateFor - 1, lateFor - 1}, {true, 1, 1}, {false, lateFor + 100, lateFor - 1}, {true, 3, 3}, {false, lateFor, lateFor - 1}, {true, 1, 1}} {
		asks := 0
		for range c.calls {
			if own.mayAsk(c.waited) {
				asks++
			}
		}
		if asks != c.asks {
			t.Errorf("waited %t: asks in %d of %d calls, want %d", c.waited, asks, c.calls, c.asks)
		}
	}
}
