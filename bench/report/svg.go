package report

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// swatch is the line and mark of a key.
func swatch(line draw.LineStyle, glyph draw.GlyphStyle, limit bool) (template.HTML, error) {
	const w, h = 26, 9
	canvas := vgsvg.New(w, h)
	c := draw.New(canvas)
	c.StrokeLine2(line, 0, h/2, w, h/2)
	if !limit {
		c.DrawGlyph(glyph, vg.Point{X: w / 2, Y: h / 2})
	}
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return "", fmt.Errorf("report: key: %w", err)
	}
	return inline(b.String(), "", ""), nil
}

var (
	spaces = regexp.MustCompile(`>\s+<`)
	serie  = regexp.MustCompile(`#010([1-8])00`)
	family = regexp.MustCompile(`font-family:[^;"]*;?|font-variant:[^;"]*;?`)
)

// inline turns an SVG document into an element of the page: no namespaces, no
// size, and the page's colours.
func inline(doc, id, title string) template.HTML {
	_, body, _ := strings.Cut(doc, "<svg")
	head, body, _ := strings.Cut(body, ">")
	view := ""
	if _, v, ok := strings.Cut(head, `viewBox="`); ok {
		v, _, _ = strings.Cut(v, `"`)
		view = ` viewBox="` + v + `"`
	}
	body = family.ReplaceAllString(body, "")
	body = serie.ReplaceAllString(body, "var(--s$1)")
	body = strings.NewReplacer("#000000", "currentColor", "#020202", "var(--faint)").Replace(body)
	body = spaces.ReplaceAllString(strings.TrimSpace(body), "><")
	if id == "" {
		return template.HTML(`<svg aria-hidden="true"` + view + `>` + body)
	}
	return template.HTML(fmt.Sprintf(`<svg role="img" aria-labelledby="%s"%s><title id="%s">%s</title>%s`, id, view, id, html.EscapeString(title), body))
}
