package cayley

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// jsonInt and jsonInts are whole numbers, and nothing else: to encoding/json a null leaves
// what there was.
type (
	jsonInt  int
	jsonInts []int
)

func (n *jsonInt) UnmarshalJSON(text []byte) error {
	v, err := strconv.Atoi(string(text))
	if errors.Is(err, strconv.ErrRange) && text[0] != '-' {
		return fmt.Errorf("%s: %w: at most %d vertices are possible", clip(string(text)), ErrSize, MaxOrder)
	}
	if err != nil {
		return fmt.Errorf("a whole number or a list of such is needed, not %s", kindOf(text))
	}
	*n = jsonInt(v)
	return nil
}

func (l *jsonInts) UnmarshalJSON(text []byte) error {
	inner, isList := bytes.CutPrefix(text, []byte{'['})
	if !isList {
		return fmt.Errorf("a whole number or a list of such is needed, not %s", kindOf(text))
	}
	*l = (*l)[:0]
	inner = bytes.TrimSpace(bytes.TrimSuffix(inner, []byte{']'}))
	for more := len(inner) > 0; more; {
		var element []byte
		element, inner, more = bytes.Cut(inner, []byte{','})
		var n jsonInt
		if err := n.UnmarshalJSON(bytes.TrimSpace(element)); err != nil {
			return err
		}
		*l = append(*l, int(n))
	}
	return nil
}

// kindOf is what encoding/json calls a value that begins so.
func kindOf(text []byte) string {
	switch text[0] {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "array"
	case 't', 'f':
		return "bool"
	case 'n':
		return "null"
	}
	return "number " + clip(string(text))
}
