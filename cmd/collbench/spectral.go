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
	var asJSON bool
	c := &cobra.Command{
		Use:   "spectral --graph G [--json]",
		Short: "Eigenvalues of a graph and the global sum ∏(A-λI) made of them (paper, section 5)",
		Long: `Finds the spectrum of a graph, orders the factors (A-λI), proves that their product
gives the sum, and runs it on random vectors (even, and over 16 decades with both
signs) against exact summation. Errors are relative to Σ|x|.`,
		Example: "  collbench spectral --graph hypercube:10\n  collbench spectral --graph ring:64 --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := await(cmd, func() (*spectralResult, error) {
				g, err := graphOf(graph)
				if err != nil {
					return nil, err
				}
				return spectralReport(g)
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

	plan *spectral.Plan
}

func spectralReport(g cayley.Graph) (*spectralResult, error) {
	p, err := spectral.New(g)
	if err != nil {
		return nil, fmt.Errorf("--graph: %s", plain(err))
	}
	r := &spectralResult{
		Graph: g.Name(), Processors: g.Order(), Degree: g.Degree(), Source: p.Source,
		Eigenvalues: []any{}, Order: []any{},
		Steps: p.Steps(), Diameter: p.Diameter, ErrLimit: 2e-15 * float64(max(p.Steps(), 1)),
		ErrBound: p.Leja.Bound, Growth: p.Leja.Growth,
		NaturalBound:  min(p.Natural[0].Bound, p.Natural[1].Bound),
		NaturalGrowth: min(p.Natural[0].Growth, p.Natural[1].Growth),
		Exact:         p.Proof.Exact, Proof: p.Proof.Text, plan: p,
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
	fmt.Fprintf(&b, "spectrum    %s; value × multiplicity:\n", r.Source)
	for i, e := range p.Spectrum {
		if i == 24 && len(p.Spectrum) > 30 {
			fmt.Fprintf(&b, "            … %d more (--json has all)\n", len(p.Spectrum)-i)
			break
		}
		fmt.Fprintf(&b, "            %v × %d", r.Eigenvalues[i], e.Multiplicity)
		if e.Index > 1 {
			fmt.Fprintf(&b, ", index %d: A is not diagonalizable", e.Index)
		}
		b.WriteByte('\n')
	}
	shown, more := r.Order, ""
	if len(shown) > 30 {
		shown, more = shown[:24], " …"
	}
	fmt.Fprintf(&b, "order       %v%s (Leja)\n", shown, more)
	fmt.Fprintf(&b, "growth      %.2g, natural order %.2g\n", r.Growth, r.NaturalGrowth)
	fmt.Fprintf(&b, "error       %.1e measured, %.1e allowed, at most %.1e predicted (natural order %.1e)\n", r.MaxRelErr, r.ErrLimit, r.ErrBound, r.NaturalBound)
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
	_, err := io.WriteString(w, b.String())
	return err
}
