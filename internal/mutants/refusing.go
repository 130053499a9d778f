package main

// refusing weakens how NaN is refused.
func refusing() []mutant {
	const nan = "coll/nan.go"
	return []mutant{
		{"a group does not refuse NaN", "coll/group.go", []edit{
			{"m.cfg.RefuseNaN || ", ""}}, "TestNaNOfACollective", false},
		{"the last of eight sums is forgotten", nan, []edit{
			{"e + f + g + h", "e + f + g + g"}}, "TestNaNsAmong", false},
		{"what is left of eight sums is forgotten", nan, []edit{
			{"\t\ta += v\n", "\t\t_ = v\n"}}, "TestNaNsAmong", false},
		{"a sum that is NaN is taken for one in the vector", nan, []edit{
			{"if v == v {", "if v == v && false {"}}, "TestNaNsAmong", false},
		{"the first NaN is where its part has it", nan, []edit{
			{"first = lo + i", "first = i"}}, "TestNaNsAmong", false},
		{"who looks for NaN does not look for the end of the Run", nan, []edit{
			{"if lo > 0 && p.c.m.hot.stop.Load() {", "if false {"}}, "TestNaNAfterTheEnd", false},
		{"who finds a NaN when the Run has failed does not come to the call", nan, []edit{
			{"n > 0 && !p.c.m.hot.stop.Load() && ", "n > 0 && "}}, "TestNaNAfterTheEnd", false},
		{"a NaN is found in a group that has ended", nan, []edit{
			{" && !p.g.ended() {", " {"}}, "TestNaNOfAnEarlierGroup", false},
		{"who looks for NaN is late", nan, []edit{
			{"\t\tp.c.since.Store(atWork)\n", ""}}, "TestLookingForNaNIsNotLate", false},
		{"who has looked for NaN is at work for ever", nan, []edit{
			{"\t\tdefer p.c.working()\n", ""}}, "TestLookingForNaNIsNotLate", false},
		{"a NaN that is refused in a process is another failure elsewhere", "coll/remote_causes.go", []edit{
			{"ErrUsage, ErrNaN, ", "ErrUsage, "}}, "TestCausesTravel", false},
		{"a NaN when the context has ended is taken for its end", "coll/fail.go", []edit{
			{"return e.Kind != ErrUsage && e.Kind != ErrNaN", "return e.Kind != ErrUsage"}}, "TestNaNAfterTheContext", false},
	}
}
