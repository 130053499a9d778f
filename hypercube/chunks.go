package hypercube

import "github.com/cayleycoll/cayleycoll/sched"

// MaxChunkedDim is the greatest dimension of ChunkedBroadcast, which takes 8·d bytes a
// vertex.
const MaxChunkedDim = 22

// ChunkedBroadcast is a universal broadcast of vectors cut into d segments, with one template
// for each. A sub-step, a d-th of a step, moves one segment over every link. Segment j is
// served by the template rotated by j coordinates: in sub-step i it uses direction i+j, so all
// directions are always in use. It takes N_l sub-steps, exactly N_l/d steps without the
// ceiling; for l = d, (2^d-1)/d. O(d·2^d), 8·d bytes a vertex, d ≤ MaxChunkedDim.
func ChunkedBroadcast(d, l int) (*sched.Chunked, error) {
	if err := dimension("a broadcast of segments", d, MaxChunkedDim); err != nil {
		return nil, err
	}
	c := &sched.Chunked{Steps: Ball(d, l)}
	rotated := make([]*sched.Template, d)
	for j := range rotated {
		t, err := newTemplate(d, l)
		if err != nil {
			return nil, err
		}
		t.Steps = c.Steps
		rotated[j], c.Segments = t, append(c.Segments, t)
	}
	placeSpheres(d, l, 0, func(v uint32, pos int) {
		for j, t := range rotated {
			w := rotl(v, j, d)
			t.Gen[w], t.Time[w] = int32((pos+j)%d), int32(pos+1)
		}
	})
	return c, nil
}
