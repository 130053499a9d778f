package report

import (
	"math"
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
			switch {
			case m == 1 && math.Mod(e-first, every) == 0:
				ticks = append(ticks, plot.Tick{Value: v, Label: short(v)})
			case last-first <= 2:
				ticks = append(ticks, plot.Tick{Value: v, Label: short(v)})
			}
		}
	}
	return ticks
}

func plain(low, high float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, high)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = short(ticks[i].Value)
		}
	}
	return ticks
}

// short is a number as an axis bears it.
func short(v float64) string {
	switch a := math.Abs(v); {
	case a != 0 && (a < 1e-3 || a >= 1e6):
		e := math.Floor(math.Log10(a) + 1e-9)
		m := v / math.Pow(10, e)
		if math.Abs(m-1) < 1e-9 {
			return "10" + superscript(int(e))
		}
		return strconv.FormatFloat(m, 'g', 2, 64) + "·10" + superscript(int(e))
	case a >= 1000:
		return strconv.FormatFloat(v/1000, 'g', 4, 64) + "k"
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

func superscript(n int) string {
	return strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(n))
}
