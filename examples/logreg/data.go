package main

import (
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// wdbc is the data set; DATA.md says where it comes from.
//
//go:embed wdbc.csv
var wdbc string

// dataset is the rows of a two-class problem, the features standardised.
type dataset struct {
	features int
	x        []float64 // row after row
	y        []float64 // 0 or 1
	held     []bool    // kept from training, to test on: every fifth row
}

func (d *dataset) rows() int { return len(d.y) }

func (d *dataset) row(i int) []float64 { return d.x[i*d.features : (i+1)*d.features] }

// load reads rows of numbers, the class last, below a line that tells how many
// rows and features there are.
func load(text string) (*dataset, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	lines, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 || len(lines[0]) < 2 {
		return nil, errors.New("line 1: want the number of rows, the number of features and the names of the classes")
	}
	rows, err1 := strconv.Atoi(lines[0][0])
	features, err2 := strconv.Atoi(lines[0][1])
	if err1 != nil || err2 != nil || rows != len(lines)-1 || features < 1 {
		return nil, fmt.Errorf("line 1: %q rows of %q features, but %d rows follow", lines[0][0], lines[0][1], len(lines)-1)
	}
	d := &dataset{features: features}
	for i, fields := range lines[1:] {
		if len(fields) != features+1 {
			return nil, fmt.Errorf("line %d: %d fields, want %d features and the class", i+2, len(fields), features)
		}
		for j, f := range fields {
			v, err := strconv.ParseFloat(f, 64)
			switch class := j == features; {
			case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
				return nil, fmt.Errorf("line %d: field %d is %q, want a number", i+2, j+1, f)
			case class && v != 0 && v != 1:
				return nil, fmt.Errorf("line %d: the class is %q, want 0 or 1", i+2, f)
			case class:
				d.y = append(d.y, v)
			default:
				d.x = append(d.x, v)
			}
		}
		d.held = append(d.held, i%5 == 4)
	}
	return d, d.standardise()
}

// standardise gives every feature the mean 0 and the variance 1 over the rows to
// train on. It goes through them in order before any processor starts, so the
// numbers do not depend on how many there are.
func (d *dataset) standardise() error {
	for j := range d.features {
		var n, sum, squares float64
		each := func(f func(v float64)) {
			for i := range d.rows() {
				if !d.held[i] {
					f(d.row(i)[j])
				}
			}
		}
		each(func(v float64) { n, sum = n+1, sum+v })
		mean := sum / n
		each(func(v float64) { squares += (v - mean) * (v - mean) })
		spread := math.Sqrt(squares / n)
		if !(spread > 0) {
			return fmt.Errorf("feature %d is the same in all rows to train on", j+1)
		}
		for i := range d.rows() {
			d.row(i)[j] = (d.row(i)[j] - mean) / spread
		}
	}
	return nil
}
