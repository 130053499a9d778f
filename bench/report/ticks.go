package report

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// decades are ticks at powers of ten, some eight at most, and without names
// between them if they are few.
func decades(low, high float64) (ticks []plot.Tick) {
	first, last := math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	every := max(1, math.Ceil((last-first)/7))
	for e := first; e <= last; e++ {
		for _, m := range []float64{1, 2, 5} {
			v := m * math.Pow(10, e)
			if v < low*(1-1e-9) || v > high*(1+1e-9) {
				continue
			}
			if m == 1 && math.Mod(e-first, every) == 0 || last-first <= 2 {
				ticks = append(ticks, plot.Tick{Value: v})
			}
		}
	}
	named := make([]float64, len(ticks))
	for i, t := range ticks {
		named[i] = t.Value
	}
	for i, text := range numbers(named) {
		ticks[i].Label = text
	}
	return ticks
}

// whole are ticks at whole numbers, of what has nothing between them.
func whole(low, high float64) (ticks []plot.Tick) {
	for _, t := range (plot.DefaultTicks{}).Ticks(low, high) {
		n := math.Round(t.Value)
		if math.Abs(t.Value-n) > 1e-9 {
			continue
		}
		if t.Label != "" {
			t.Label = decimal(n)
		}
		ticks = append(ticks, plot.Tick{Value: n, Label: t.Label})
	}
	return ticks
}

// numbers are the names of an axis' ticks: all as decimals if none is long, else all
// with powers of ten.
func numbers(values []float64) []string {
	name := decimal
	for _, v := range values {
		if a := math.Abs(v); a != 0 && (a < 1e-3*(1-1e-9) || a > 1e4*(1+1e-9)) {
			name = scientific
		}
	}
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = name(v)
	}
	return texts
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

func scientific(v float64) string {
	if v == 0 {
		return "0"
	}
	e := int(math.Floor(math.Log10(math.Abs(v)) + 1e-9))
	power, m := "10"+superscript(e), v/math.Pow(10, float64(e))
	if math.Abs(m-1) < 1e-9 {
		return power
	}
	return strconv.FormatFloat(m, 'g', 3, 64) + "·" + power
}

// powersOfTwo are the names of ticks at powers of two: all as numbers if none is long,
// else all as powers.
func powersOfTwo(values []float64) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = "2" + superscript(bits.Len(uint(v))-1)
	}
	if len(values) == 0 || values[len(values)-1] > 1<<13 {
		return texts
	}
	return numbers(values)
}

func superscript(n int) string {
	return strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(n))
}
