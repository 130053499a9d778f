package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/cmplx"

	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/cayleycoll/cayleycoll/coll"
)

// transformed is the discrete Fourier transform of x, by all processors of a machine.
func transformed(ctx context.Context, m *coll.Machine, x []complex128) ([]complex128, error) {
	s, err := newShape(len(x), m.Config().P)
	if err != nil {
		return nil, err
	}
	y := make([]complex128, len(x))
	err = m.Run(ctx, func(p *coll.Proc) error {
		part := len(x) / p.Size()
		s.transform(p, y[p.Rank()*part:][:part], x[p.Rank()*part:][:part])
		return nil
	})
	return y, err
}

// shape is the n = rows·cols numbers of a transform as a matrix, row after row, of which each of
// p processors has rows/p rows, and cols/p of the transposed one.
type shape struct{ n, p, rows, cols int }

var errShape = errors.New("not a multiple of the square of the processors' number")

// newShape is the matrix that is nearest to a square.
func newShape(n, p int) (shape, error) {
	if n < 1 || n%(p*p) != 0 {
		return shape{}, fmt.Errorf("%d samples on %d processors: %w, %d", n, p, errShape, p*p)
	}
	best := p
	for rows := p; rows*rows <= n; rows += p {
		if n%rows == 0 && n/rows%p == 0 {
			best = rows
		}
	}
	return shape{n, p, best, n / best}, nil
}

// transform leaves in y the caller's part of the transform, of x its part of the samples; both
// in their natural order. With sample (j₁, j₂) = j₁·cols + j₂ and frequency (k₁, k₂) = k₁ +
// k₂·rows, the transform is one over j₁, a factor e^(-2πi·j₂k₁/n), and one over j₂ (Bailey's six
// steps): between them, and before and after, the matrix is transposed.
func (s shape) transform(p *coll.Proc, y, x []complex128) {
	across := shape{s.n, s.p, s.cols, s.rows}
	t := make([]complex128, len(x))
	s.transpose(p, t, x)
	across.rowByRow(t)
	first := p.Rank() * s.cols / s.p // of the rows of t here: a j₂
	for r := range s.cols / s.p {
		for k := range s.rows {
			t[r*s.rows+k] *= cmplx.Rect(1, -2*math.Pi*float64((first+r)*k)/float64(s.n))
		}
	}
	across.transpose(p, y, t)
	s.rowByRow(y)
	s.transpose(p, t, y)
	copy(y, t)
}

// rowByRow transforms the rows that are here, each by itself.
func (s shape) rowByRow(x []complex128) {
	plan := fourier.NewCmplxFFT(s.cols)
	for ; len(x) > 0; x = x[s.cols:] {
		plan.Coefficients(x[:s.cols], x[:s.cols])
	}
}

// transpose leaves in dst this processor's rows of the transposed matrix; in src are those of
// the matrix. Every processor has a block for every other, of two float64 a number.
func (s shape) transpose(p *coll.Proc, dst, src []complex128) {
	r, c := s.rows/s.p, s.cols/s.p // a block of src has r rows, of dst c
	send, receive := make([]float64, 2*len(src)), make([]float64, 2*len(src))
	at := 0
	for to := range s.p {
		for j := range c {
			for i := range r {
				z := src[i*s.cols+to*c+j]
				send[at], send[at+1] = real(z), imag(z)
				at += 2
			}
		}
	}
	coll.Alltoall(p, receive, send)
	at = 0
	for from := range s.p {
		for j := range c {
			for i := range r {
				dst[j*s.rows+from*r+i] = complex(receive[at], receive[at+1])
				at += 2
			}
		}
	}
}
