package report

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/cayleycoll/cayleycoll/bench"
)

// What the page is made of.
var (
	//go:embed page/page.html
	pageHTML string
	//go:embed page/style.css
	pageStyle template.CSS
	//go:embed page/player.js
	playerJS template.JS
	//go:embed page/table.js
	tableJS template.JS
	//go:embed page/selftest.js
	selfTestJS template.JS
)

// contents is what the page's template is filled with.
type contents struct {
	*Report
	Style                    template.CSS
	Player, Table, SelfTest  template.JS
	Pictures                 template.JS
	StepFigures, Estimates   []figure
	Roundings                []figure
	StepTables               []grid
	FormsTable               grid
	FormsNote                string
	PeerTables, FreshTables  []grid
	PeersNote, FreshNote     string
	Groups                   []group
	Left                     []template.HTML
	Noise                    []string
	Alpha, GBs               float64
	WrongElements, CaseCount int
}

// group is a collective and what was measured of it.
type group struct {
	Name    string
	Figures []figure
	Table   grid
}

// marked is a line of Markdown as HTML; of the markup it knows only code.
func marked(line string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(line, "`") {
		part = template.HTMLEscapeString(part)
		if i%2 == 1 {
			part = "<code>" + part + "</code>"
		}
		b.WriteString(part)
	}
	return template.HTML(b.String())
}

// page writes report.html.
func (r *Report) page(w io.Writer) error {
	c := contents{Report: r, Style: pageStyle, Player: playerJS, Table: tableJS, SelfTest: selfTestJS,
		Noise: r.noise(), Alpha: link.Alpha * 1e6, GBs: 8 / link.Beta / 1e9, WrongElements: r.Wrong()}
	for _, line := range r.left() {
		c.Left = append(c.Left, marked(line))
	}
	pics, err := pictures()
	if err != nil {
		return err
	}
	text, err := json.Marshal(pics)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	c.Pictures = template.JS(text)
	if c.StepFigures, err = drawAll("steps", r.stepCharts()); err != nil {
		return err
	}
	if c.Estimates, err = drawAll("model", r.modelCharts()); err != nil {
		return err
	}
	if c.Roundings, err = drawAll("rounding", r.roundingCharts()); err != nil {
		return err
	}
	for _, task := range tasks {
		c.StepTables = append(c.StepTables, r.stepsTable(task))
	}
	c.StepTables = append(c.StepTables, r.sentTable())
	c.StepTables = slices.DeleteFunc(c.StepTables, func(t grid) bool { return len(t.Rows) == 0 }) // not reached
	c.PeerTables, c.FreshTables = peerTables(r.Peers, ""), peerTables(r.Fresh, inUse)
	for _, name := range r.collectives() {
		g := group{Name: name, Table: r.measuredTable(name)}
		if g.Figures, err = drawAll(name, r.measuredCharts(name)); err != nil {
			return err
		}
		c.CaseCount += len(g.Table.Rows)
		c.Groups = append(c.Groups, g)
	}
	c.FormsTable, c.FormsNote, c.PeersNote, c.FreshNote = r.formsTable(), formsNote, r.peersNote(), freshNote
	c.CaseCount += len(r.Forms)
	if err := template.Must(template.New("page.html").Parse(pageHTML)).Execute(w, &c); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// collectives are those with at least one measured row, in their usual order.
func (r *Report) collectives() (names []string) {
	for _, c := range bench.Measured() {
		if slices.ContainsFunc(r.Rows, func(row bench.Row) bool { return row.Coll == c }) {
			names = append(names, c)
		}
	}
	return names
}
