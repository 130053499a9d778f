package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/spectral"
)

func spectralCommand() *cobra.Command {
	var graph string
	var parts, asJSON bool
	c := &cobra.Command{
		Use:   "spectral --graph G [--parts] [--json]",
		Short: "Eigenvalues of a graph and the global sum ∏(A-λI) made of them (paper, section 5)",
		Long: `Finds the spectrum of a graph, orders the factors (A-λI), proves that their product
gives the sum, and runs it on random vectors (even, and over 16 decades with both
signs) against exact summation. Errors are relative to Σ|x|.

--parts plans a sum whose steps use parts of the generators instead, along a chain of
subgroups or in one factor of a product after the other: fewer steps on tori, products,
cube-connected cycles, butterflies and graphs of permutations. coll takes the one with
fewer steps.`,
		Example: "  collbench spectral --graph hypercube:10\n  collbench spectral --graph torus:31x37 --parts\n  collbench spectral --graph ring:64 --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := await(cmd, func() (*spectralResult, error) {
				g, err := graphOf(graph)
				if err != nil {
					return nil, err
				}
				return spectralReport(g, parts)
			})
			if err != nil {
				return err
			}
			if asJSON {
				err = json.NewEncoder(cmd.OutOrStdout()).Encode(r)
			} else {
				err = r.print(cmd.OutOrStdout())
			}
			if err == nil && r.MaxRelErr > r.ErrLimit {
				fmt.Fprintf(cmd.ErrOrStderr(), "collbench: the sum is off by %.1e of Σ|x|, and %.1e is allowed\n", r.MaxRelErr, r.ErrLimit)
				return errNo
			}
			return err
		},
	}
	c.Flags().StringVar(&graph, "graph", "", "the graph, for instance hypercube:4 or ccc:4")
	c.Flags().BoolVar(&parts, "parts", false, "the sum by parts of the generators, step by step")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// stepsOn says what the steps of an algorithm leave out of account.
var stepsOn = map[string]string{"tree": " if all are linked", "cayley": " at least"}

// spectralResult is the JSON. A complex number is a pair [re, im].
type spectralResult struct {
	Graph          string  `json:"graph"`
	Processors     int     `json:"processors"`
	Degree         int     `json:"degree"`
	Eigenvalues    []any   `json:"eigenvalues"` // distinct, the degree first
	Multiplicities []int   `json:"multiplicities"`
	Indices        []int   `json:"indices"` // as roots of the minimal polynomial
	Source         string  `json:"source"`
	Steps          int     `json:"steps"`
	Diameter       int     `json:"diameter"`
	Order          []any   `json:"order"` // the factors; of a pair the one with im > 0
	MaxRelErr      float64 `json:"max_rel_err"`
	ErrLimit       float64 `json:"err_limit"` // 2e-15 a step
	ErrBound       float64 `json:"err_bound"` // predicted, for every vector
	Growth         float64 `json:"growth"`
	NaturalBound   float64 `json:"natural_err_bound"` // the better of rising and falling order
	NaturalGrowth  float64 `json:"natural_growth"`
	Exact          bool    `json:"exact"`
	Proof          string  `json:"proof"`
	// Rounds are those of a plan by parts, instead of eigenvalues and order.
	Rounds []spectralRound `json:"rounds,omitempty"`

	plan  *spectral.Plan
	parts int // steps by parts where New's plan is shown; 0: none known
}

// spectralRound adds up the generators in Arcs, subtracts Lambda times its own, multiplies
// by Scale.
type spectralRound struct {
	Arcs   []int   `json:"arcs"`
	Lambda float64 `json:"lambda"`
	Mu     float64 `json:"mu,omitempty"` // times what it was a round before
	Scale  float64 `json:"scale"`
}

// spectralPlans is the plan wanted and the steps of the one by parts if that is another.
func spectralPlans(g cayley.Graph, parts bool) (p *spectral.Plan, steps int, err error) {
	if parts {
		if p, err = spectral.ByParts(g); err != nil {
			err = fmt.Errorf("--parts: %s", plain(err))
		}
		return p, 0, err
	}
	other, none := spectral.ByParts(g)
	if none == nil {
		steps = other.Steps()
	}
	if p, err = spectral.New(g); err != nil {
		err = fmt.Errorf("--graph: %s", plain(err))
		if none == nil {
			err = fmt.Errorf("%w; --parts sums in %d steps", err, steps)
		}
	}
	return p, steps, err
}

func spectralReport(g cayley.Graph, parts bool) (*spectralResult, error) {
	p, other, err := spectralPlans(g, parts)
	if err != nil {
		return nil, err
	}
	r := &spectralResult{
		Graph: g.Name(), Processors: g.Order(), Degree: g.Degree(), Source: p.Source,
		Eigenvalues: []any{}, Multiplicities: []int{}, Indices: []int{}, Order: []any{},
		Steps: p.Steps(), Diameter: p.Diameter, ErrLimit: 2e-15 * float64(max(p.Steps(), 1)),
		ErrBound: p.Leja.Bound, Growth: p.Leja.Growth,
		NaturalBound:  min(p.Natural[0].Bound, p.Natural[1].Bound),
		NaturalGrowth: min(p.Natural[0].Growth, p.Natural[1].Growth),
		Exact:         p.Proof.Exact, Proof: p.Proof.Text, plan: p, parts: other,
	}
	for t := 0; p.Parts != nil && t < p.Steps(); t++ {
		round := spectralRound{Arcs: p.Arcs(t), Lambda: p.Lambda[t], Scale: p.Scale[t]}
		if p.Mu != nil {
			round.Mu = p.Mu[t]
		}
		r.Rounds = append(r.Rounds, round)
	}
	for _, e := range p.Spectrum {
		r.Eigenvalues = append(r.Eigenvalues, number(e.Value))
		r.Multiplicities = append(r.Multiplicities, e.Multiplicity)
		r.Indices = append(r.Indices, e.Index)
	}
	for _, l := range p.Order() {
		r.Order = append(r.Order, number(l))
	}
	for seed := range uint64(2) {
		x := spectralVector(g.Order(), seed)
		y, err := p.Simulate(x)
		if err != nil {
			return nil, err
		}
		r.MaxRelErr = max(r.MaxRelErr, spectral.RelativeError(y, x))
	}
	return r, nil
}

// spectralVector is random in (-1,1), and for seed 1 over 16 decades.
func spectralVector(n int, seed uint64) []float64 {
	rnd := rand.New(rand.NewPCG(seed, 5))
	x := make([]float64, n)
	for i := range x {
		x[i] = 2*rnd.Float64() - 1
		if seed == 1 {
			x[i] *= math.Pow(10, 16*rnd.Float64())
		}
	}
	return x
}

func number(z complex128) any {
	if imag(z) == 0 {
		return real(z)
	}
	return [2]float64{real(z), imag(z)}
}

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
