package bench

// element is a type of vector elements that can be measured.
type element struct {
	bytes int
	float bool
}

var elements = map[string]element{
	"float64": {8, true},
	"float32": {4, true},
	"int64":   {8, false},
	"int32":   {4, false},
}

// Types are the names that Plan.Type may have.
var Types = []string{"float64", "float32", "int64", "int32"}

// byType is the one of four functions that is for the plan's element type.
func byType[F any](pl *Plan, float64s, float32s, int64s, int32s F) F {
	switch pl.elem() {
	case "float32":
		return float32s
	case "int64":
		return int64s
	case "int32":
		return int32s
	}
	return float64s
}
