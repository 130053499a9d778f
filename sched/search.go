package sched

func (t *Template) search(adj *adjacency, dist []int32, bound *Bound, scope Scope) error {
	return nil
}
