package coll

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/race"
)

// TestStream: long messages one way between two processors that now and then are
// late, so that the rings are full or empty most of the time.
func TestStream(t *testing.T) {
	rounds := 20_000
	if race.Enabled || testing.Short() {
		rounds = 5000
	}
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host})
		x, y := make([]int32, 3*ringSlots*slotLength+1), make([]int32, 3*ringSlots*slotLength+1)
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				for i := range rounds {
					n := (i % 4) * ringSlots * slotLength
					if q.Rank() == 0 {
						x[n] = int32(i)
						Exchange(q, nil, -1, x[:n+1], 1)
						continue
					}
					for range i % 700 {
						spunHere.Add(1)
					}
					if Exchange(q, y[:n+1], 0, nil, -1); y[n] != int32(i) {
						return errors.New("a message out of order")
					}
				}
				return nil
			})
		})
		if err != nil {
			t.Fatalf("%v: %v", host, err)
		}
	}
}

var spunHere atomic.Int64

// TestKnocks: a sender that found no room and a receiver that made some at the
// same time do not miss each other.
func TestKnocks(t *testing.T) {
	m := machine(t, Config{P: 2, Host: Goroutines})
	a, b := m.world.members[0], m.world.members[1]
	e := m.world.edges.get(m.world, 0, 1)
	r, err := buffers.NewRing[int32](1, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	x := transfer[int32]{p: a.using(unchosen), src: []int32{7}, to: 1, from: -1, out: e, outRing: r, sentHead: true}
	y := transfer[int32]{p: b.using(unchosen), dst: make([]int32, 1), from: 0, to: -1, in: e, inRing: r, head: true}
	a.listens.Store(true)
	send := func() bool { x.sent = 0; return x.send() }
	receive := func() bool { y.got = 0; return y.receive() }

	// The receiver's knock lets the sender fill the ring and wait again before
	// anything else happens.
	send()
	if send() || !e.full.Load() {
		t.Fatal("a full ring has room")
	}
	fake, parker := &hooked{}, m.hosts[0].park
	m.hosts[0].park = fake
	m.hot.sleepers.Store(1)
	knocked := false
	fake.onWake = func() {
		if !knocked {
			knocked = true
			send()
			send()
		}
	}
	if !receive() || !knocked || !e.full.Load() {
		t.Errorf("knocked: %v; the sender waits for room: %v", knocked, e.full.Load())
	}
	m.hot.sleepers.Store(0)
	m.hosts[0].park = parker
	receive()

	// Both at once, at every distance in time.
	tries := 200_000
	if race.Enabled || testing.Short() {
		tries = 50_000
	}
	var begin, done atomic.Int64
	var over atomic.Bool
	defer over.Store(true)
	go func() {
		for i := range int64(tries) {
			for spins := 1; begin.Load() <= i; spins++ {
				if spins%4096 == 0 {
					if over.Load() {
						return
					}
					runtime.Gosched()
				}
			}
			receive()
			done.Add(1)
		}
	}()
	for i, since := 0, time.Now(); i < tries; i++ {
		if i >= tries/10 && i%256 == 0 && time.Since(since) > 20*time.Second {
			t.Logf("%d tries in %v: others use the cores", i, time.Since(since))
			break
		}
		e.full.Store(false)
		send()
		bell := a.bell.Load()
		begin.Add(1)
		for range i % 509 {
			spunHere.Load()
		}
		moved := send()
		for spins := 1; done.Load() <= int64(i); spins++ {
			if spins%4096 == 0 {
				runtime.Gosched()
			}
		}
		if !moved && a.bell.Load() == bell {
			t.Fatalf("in try %d the sender waits, there is room, and nobody knocks", i)
		}
		if moved {
			receive()
		}
	}
}

// TestRendezvous: a message that comes while its receiver looks for it, at every
// distance in time, is received or rings the receiver's bell.
func TestRendezvous(t *testing.T) {
	for _, host := range modes {
		for _, times := range []bool{false, true} { // who is timed does not look for long
			m, rounds := machine(t, Config{P: 2, Host: host, Times: times}), 250_000
			if race.Enabled || len(m.world.teams) < 2 {
				rounds = 10_000
			}
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					for i := range rounds {
						Barrier(q)
						if q.Rank() == 0 {
							for range i % 251 {
								spunHere.Load()
							}
							Exchange[int32](q, nil, -1, nil, 1)
						} else {
							for range i % 61 {
								spunHere.Load()
							}
							Exchange[int32](q, nil, 0, nil, -1)
						}
					}
					return nil
				})
			})
			if err != nil {
				t.Errorf("%v, times %v: %v", host, times, err)
			}
		}
	}
}
