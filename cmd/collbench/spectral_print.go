package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/cayleycoll/cayleycoll/spectral"
)

// stepsOn says what the steps of an algorithm leave out of account.
var stepsOn = map[string]string{"tree": " if all are linked", "cayley": " at least"}

func (r *spectralResult) print(w io.Writer) error {
	p := r.plan
	var b strings.Builder
	fmt.Fprintf(&b, "graph       %s: P = %d, d = %d, D = %d\n", r.Graph, r.Processors, r.Degree, r.Diameter)
	fmt.Fprintf(&b, "steps       %d\n", r.Steps)
	if p.Parts == nil {
		r.spectrum(&b)
	} else {
		r.rounds(&b)
	}
	fmt.Fprintf(&b, "proof       %s\n", r.Proof)
	if !r.Exact {
		fmt.Fprintf(&b, "            residual %.1e ≤ %.1e\n", p.Proof.Residual, p.Proof.Limit)
	}
	for _, c := range spectral.Costs(p) {
		do := "sent"
		if c.Shared {
			do = "read or written"
		}
		fmt.Fprintf(&b, "%-11s %d steps%s, %s words %s a processor = %.4g a word\n", c.Algorithm, c.Steps, stepsOn[c.Algorithm], c.Formula, do, c.Words)
	}
	if r.parts > 0 {
		fmt.Fprintf(&b, "by parts    %d steps (--parts shows them)\n", r.parts)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// spectrum prints the eigenvalues and what the order of the factors is good for.
func (r *spectralResult) spectrum(b *strings.Builder) {
	p := r.plan
	fmt.Fprintf(b, "spectrum    %s; value × multiplicity:\n", r.Source)
	for i, e := range p.Spectrum {
		if i == 24 && len(p.Spectrum) > 30 {
			fmt.Fprintf(b, "            … %d more (--json has all)\n", len(p.Spectrum)-i)
			break
		}
		fmt.Fprintf(b, "            %v × %d", r.Eigenvalues[i], e.Multiplicity)
		if e.Index > 1 {
			fmt.Fprintf(b, ", index %d: A is not diagonalizable", e.Index)
		}
		b.WriteByte('\n')
	}
	shown, more := r.Order, ""
	if len(shown) > 30 {
		shown, more = shown[:24], " …"
	}
	fmt.Fprintf(b, "order       %v%s (Leja)\n", shown, more)
	fmt.Fprintf(b, "growth      %.2g, natural order %.2g\n", r.Growth, r.NaturalGrowth)
	fmt.Fprintf(b, "error       %.1e measured, %.1e allowed, at most %.1e predicted (natural order %.1e)\n", r.MaxRelErr, r.ErrLimit, r.ErrBound, r.NaturalBound)
}

// rounds prints the steps of a plan by parts.
func (r *spectralResult) rounds(b *strings.Builder) {
	fmt.Fprintf(b, "parts       %s; step: generators, λ, scale:\n", r.Source)
	for t, x := range r.Rounds {
		if t == 24 && len(r.Rounds) > 30 {
			fmt.Fprintf(b, "            … %d more (--json has all)\n", len(r.Rounds)-t)
			break
		}
		fmt.Fprintf(b, "            %d: %v, %.6g, %.6g", t+1, x.Arcs, x.Lambda, x.Scale)
		if x.Mu != 0 {
			fmt.Fprintf(b, ", %.6g times the step before", x.Mu)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "error       %.1e measured, %.1e allowed, at most %.1e predicted\n", r.MaxRelErr, r.ErrLimit, r.ErrBound)
}
