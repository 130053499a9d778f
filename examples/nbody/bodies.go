package main

import (
	"math"
	"math/rand/v2"
)

// bodies are n bodies of mass 1/n, in units in which the constant of gravity is 1.
type bodies struct {
	at       []float64 // x, y and z of each
	velocity []float64
}

// softening is the distance within which bodies pull less, as stars in such simulations do: two
// that meet would otherwise need shorter steps.
const softening = 0.05

// cluster is n bodies in a ball of radius 1, too slow to fly apart.
func cluster(n int, seed uint64) bodies {
	rng := rand.New(rand.NewPCG(seed, 0))
	inBall := func(x []float64) {
		for {
			square := 0.0
			for i := range x {
				x[i] = 2*rng.Float64() - 1
				square += x[i] * x[i]
			}
			if square <= 1 {
				return
			}
		}
	}
	b := bodies{make([]float64, 3*n), make([]float64, 3*n)}
	for i := 0; i < 3*n; i += 3 {
		inBall(b.at[i : i+3])
		inBall(b.velocity[i : i+3])
	}
	for i := range b.velocity {
		b.velocity[i] *= 0.7
	}
	return b
}

// pull is the acceleration of body i by all others in the order of their numbers, and the
// potential where it is.
func pull(at []float64, i int) (ax, ay, az, potential float64) {
	x, y, z, mass := at[3*i], at[3*i+1], at[3*i+2], 3/float64(len(at))
	for j := 0; j+2 < len(at); j += 3 {
		if j == 3*i {
			continue
		}
		dx, dy, dz := at[j]-x, at[j+1]-y, at[j+2]-z
		square := dx*dx + dy*dy + dz*dz + softening*softening
		near := mass / math.Sqrt(square)
		potential -= near
		near /= square
		ax += dx * near
		ay += dy * near
		az += dz * near
	}
	return ax, ay, az, potential
}

// share is some successive bodies, which one processor moves.
type share struct {
	first                       int // its first body
	velocity, pulled, potential []float64
}

func newShare(first int, velocity []float64) *share {
	n := len(velocity)
	return &share{first: first, velocity: velocity, pulled: make([]float64, n), potential: make([]float64, n/3)}
}

// look finds what pulls the share's bodies when all bodies are at the given places.
func (s *share) look(at []float64) {
	for k := range s.potential {
		a := s.pulled[3*k : 3*k+3]
		a[0], a[1], a[2], s.potential[k] = pull(at, s.first+k)
	}
}

// kick changes velocities by the pull of some time.
func (s *share) kick(dt float64) {
	for i, a := range s.pulled {
		s.velocity[i] += dt * a
	}
}

// drift moves the share's bodies, which are at the given places.
func (s *share) drift(own []float64, dt float64) {
	for i, v := range s.velocity {
		own[i] += dt * v
	}
}

// energy is that of body k of the share among n: half of the potential is the other body's.
func (s *share) energy(k, n int) float64 {
	v := s.velocity[3*k : 3*k+3]
	return (v[0]*v[0] + v[1]*v[1] + v[2]*v[2] + s.potential[k]) / (2 * float64(n))
}
