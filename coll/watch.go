package coll

func (m *Machine) watch() func() { return func() {} }
