package report

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// figure is a plot and its key.
type figure struct {
	Caption string
	SVG     template.HTML
	Key     []keyEntry
}

type keyEntry struct {
	Name string
	SVG  template.HTML
}

// series is one line of a figure, in one of the styles. What limits the others
// has no marks.
type series struct {
	Name  string
	XY    plotter.XYs
	Style int
	Limit bool
}

// chart says how a figure is made.
type chart struct {
	Caption, X, Y string
	LogX          bool                     // else X counts
	XText         func([]float64) []string // of ticks
	XTicks        []float64                // nil: chosen
	Series        []series
}

const (
	chartWidth, chartHeight = 324, 216 // points
	colours                 = 8        // of the page's style: --s1 … --s8
)

// shade is a colour that the page's style replaces: s1 … s8.
func shade(i int) color.Color { return color.RGBA{1, uint8(i%colours + 1), 0, 255} }

var dashes = [][]vg.Length{nil, nil, {2, 2}, {8, 2, 2, 2}, {6, 3}, {4, 2}, {10, 3}, {3, 1}}

var marks = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}}

// styles are told apart by colour, by dashes and by marks.
func (s *series) styles() (draw.LineStyle, draw.GlyphStyle) {
	i := s.Style
	line := draw.LineStyle{Color: shade(i), Width: 1.6, Dashes: dashes[i%len(dashes)]}
	glyph := draw.GlyphStyle{Color: shade(i), Radius: 2.6, Shape: marks[i%len(marks)]}
	if i >= colours { // the colours are used up
		line.Color, glyph.Color = color.Black, color.Black
		line.Dashes, glyph.Shape = dashes[(2+i)%len(dashes)], marks[(1+i)%len(marks)]
	}
	if s.Limit {
		line = draw.LineStyle{Color: color.Black, Width: 1.2, Dashes: []vg.Length{1, 2}}
	}
	return line, glyph
}

// draw makes the figure; ok is false if it has no point.
func (c *chart) draw(id string) (fig figure, ok bool, err error) {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font.Size, a.Tick.Label.Font.Size = 10, 9.5
		a.Label.TextStyle.Font.Variant, a.Tick.Label.Font.Variant = "Sans", "Sans"
	}
	p.X.Label.Text, p.Y.Label.Text = c.X, c.Y
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.RGBA{2, 2, 2, 255}, color.RGBA{2, 2, 2, 255}
	p.Add(grid)
	fig.Caption = c.Caption
	for i := range c.Series {
		s := &c.Series[i]
		if len(s.XY) == 0 {
			continue
		}
		lines, glyphs := s.styles()
		l, err := plotter.NewLine(s.XY)
		if err != nil {
			return fig, false, fmt.Errorf("report: %s, %s: %w", c.Caption, s.Name, err)
		}
		l.LineStyle = lines
		p.Add(l)
		if !s.Limit {
			g, err := plotter.NewScatter(s.XY)
			if err != nil {
				return fig, false, fmt.Errorf("report: %s, %s: %w", c.Caption, s.Name, err)
			}
			g.GlyphStyle = glyphs
			p.Add(g)
		}
		entry, err := swatch(lines, glyphs, s.Limit)
		if err != nil {
			return fig, false, err
		}
		fig.Key = append(fig.Key, keyEntry{s.Name, entry})
	}
	if len(fig.Key) == 0 {
		return fig, false, nil
	}
	c.axes(p)
	canvas := vgsvg.New(chartWidth, chartHeight)
	p.Draw(draw.Crop(draw.New(canvas), 0, -10, 0, -4)) // room for the last ticks' names
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return fig, false, fmt.Errorf("report: %s: %w", c.Caption, err)
	}
	fig.SVG = inline(b.String(), id, c.Caption)
	return fig, true, nil
}

// axes sets scales and ticks: upright a logarithm.
func (c *chart) axes(p *plot.Plot) {
	logarithmic(&p.Y)
	if c.LogX {
		logarithmic(&p.X)
	} else {
		p.X.Max = max(p.X.Max, p.X.Min+1)
		p.X.Tick.Marker = plot.TickerFunc(whole)
	}
	if c.XTicks != nil {
		p.X.Tick.Marker = plot.TickerFunc(func(low, high float64) (ticks []plot.Tick) {
			var within []float64
			for _, v := range c.XTicks {
				if v >= low*(1-1e-9) && v <= high*(1+1e-9) {
					within = append(within, v)
				}
			}
			for i, text := range c.XText(within) {
				ticks = append(ticks, plot.Tick{Value: within[i], Label: text})
			}
			return ticks
		})
	}
}

// logarithmic widens a range of one value: a logarithm needs room.
func logarithmic(a *plot.Axis) {
	if a.Max <= a.Min {
		a.Min, a.Max = a.Min/2, a.Max*2
	}
	a.Scale = plot.LogScale{}
	a.Tick.Marker = plot.TickerFunc(decades)
}
