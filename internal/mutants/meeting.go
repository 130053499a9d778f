package main

// meeting weakens how processors meet: arrival, signals, steps.
func meeting() []mutant {
	const arrive, file, alone = "coll/arrive.go", "coll/meet.go", "coll/arrive_alone.go"
	const fast = "TestEveryCallLooksForTheEnd|TestHold|TestStoreThenWake|TestTogether|TestSleepers"
	return []mutant{
		{"enter does not look for the end of the Run", arrive, []edit{
			{" && !fiber.m.hot.stop.Load() && ", " && "}}, "TestEveryCallLooksForTheEnd", false},
		{"who arrives alone does not look for the end of the Run", arrive, []edit{
			{"\tif fiber.m.hot.stop.Load() {\n\t\tm.misses(c)\n\t}\n\tif m.g.ended", "\tif m.g.ended"}}, "TestEveryCallLooksForTheEnd", false},
		{"the calls of a team are not compared", arrive, []edit{
			{"if other != c {", "if other != c && false {"}}, "TestFailures", false},
		{"goroutines count their arrivals without an atomic add", arrive, []edit{
			{"if t.racing.Add(1) < int32(size) {", "t.racing.Store(t.racing.Load() + 1)\n\t\t\tif t.racing.Load() < int32(size) {"}}, fast, false},
		{"the count of racing arrivals is not cleared", arrive, []edit{
			{"\t\t\tt.racing.Store(0)\n", ""}}, fast, false},
		{"the count of a thread's arrivals is not cleared", arrive, []edit{
			{"\tt.arrived = 0\n", ""}}, fast, false},
		{"who acts for racing goroutines is not busy", arrive, []edit{
			{"\t\t\tfiber.hold() // the team's others may unwind on their own\n", ""}}, "TestHold", false},
		{"a neighbour goes on before the team's collective is done", arrive, []edit{
			{"fiber.suspend(&t.epoch, m.seq)", "fiber.suspend(&t.epoch, m.seq-1)"}}, fast, false},
		{"a racing neighbour goes on before the collective is done", arrive, []edit{
			{"fiber.await(&t.epoch, m.seq)", "fiber.await(&t.epoch, m.seq-1)"}}, fast, false},
		{"publish wakes nobody", file, []edit{
			{"\t\tm.t.line.Publish(m.seq, c.word, c.n)\n\t\tm.wake()\n", "\t\tm.t.line.Publish(m.seq, c.word, c.n)\n"}}, "TestStoreThenWake", false},
		{"publish looks for sleepers before it stores", file, []edit{
			{"\t\tm.t.line.Publish(m.seq, c.word, c.n)\n\t\tm.wake()\n", "\t\tm.wake()\n\t\tm.t.line.Publish(m.seq, c.word, c.n)\n"}}, "TestStoreThenWake", false},
		{"meet does not make busy", file, []edit{
			{"\tif in == inVectors {\n\t\tm.c.hold()\n\t}\n", ""}}, "TestHold", false},
		{"meet makes busy without waiting for the others", file, []edit{
			{"\t\tm.c.hold()\n", "\t\tm.c.hold()\n\t\treturn\n"}}, fast, false},
		{"greet waits for no message", file, []edit{
			{"\t\tm.c.await(t.line.Flag(m.seq), m.seq)\n", ""}}, fast, false},
		{"greet takes any message for its own", file, []edit{
			{"(call{word, n}) != m.t.calls[m.place] {", "(call{word, n}) != m.t.calls[m.place] && false {"}}, "TestFailures", false},
		{"greet does not wait for the last team", file, []edit{
			{"range m.g.teams {\n\t\tif t == m.t {", "range m.g.teams[:len(m.g.teams)-1] {\n\t\tif t == m.t {"}}, fast, false},
		{"step waits for nobody", file, []edit{
			{"\t\tm.c.await(m.g.both, 2*m.t.steps)\n", ""}}, fast, false},
		{"step waits for the step before", file, []edit{
			{"m.c.await(m.g.both, 2*m.t.steps)", "m.c.await(m.g.both, 2*m.t.steps-1)"}}, fast, false},
		{"step of many waits for nobody", file, []edit{
			{"\t\t\tm.c.await(&t.progress, m.t.steps)\n", ""}}, fast, false},
		{"step of many waits for the step before", file, []edit{
			{"m.c.await(&t.progress, m.t.steps)", "m.c.await(&t.progress, m.t.steps-1)"}}, fast, false},
		{"step wakes nobody", file, []edit{
			{"m.t.progress.Store(m.t.steps)\n\t\t}\n\t\tm.wake()\n", "m.t.progress.Store(m.t.steps)\n\t\t}\n"}}, "TestStoreThenWake", false},
		{"step looks for sleepers before it stores", file, []edit{
			{"\t\t\tm.t.progress.Store(m.t.steps)\n\t\t}\n\t\tm.wake()\n", "\t\t\tm.wake()\n\t\t\tm.t.progress.Store(m.t.steps)\n\t\t}\n"}}, "TestStoreThenWake", false},
		{"step of two counts after it has looked for sleepers", file, []edit{
			{"\t\t\tm.g.both.Add(1)\n", "\t\t\tm.wake()\n\t\t\tm.g.both.Add(1)\n"}}, "TestStoreThenWake", false},
		{"step does not look for the end of the Run", file, []edit{
			{"func (m *member) tell() {\n\tm.look()\n", "func (m *member) tell() {\n"}}, "TestEveryCallLooksForTheEnd", false},
		{"look does not look", file, []edit{
			{"func (m *member) look() {\n\tif m.c.m.hot.stop.Load() {", "func (m *member) look() {\n\tif false {"}}, "TestEveryCallLooksForTheEnd", false},
		{"who leaves stays busy", file, []edit{
			{"\tt := m.t\n\tm.c.release()\n", "\tt := m.t\n"}}, "TestHold", false},
		{"who leaves lets nobody go", file, []edit{
			{"\tt.epoch.Store(m.seq)\n", ""}}, fast, false},
		{"who leaves wakes no racing neighbour", file, []edit{
			{"\tif m.c.m.cfg.Host != Threads {\n\t\tm.wake()\n\t}\n", ""}}, "TestSleepers", false},

		{"announce does not look for the end of the Run", alone, []edit{
			{"\tif fiber.m.hot.stop.Load() {\n\t\tm.misses(c)\n\t}\n\tif m.g.ended", "\tif m.g.ended"}}, "TestEveryCallLooksForTheEnd", false},
		{"a group does not wake its first", "coll/sleep.go", []edit{
			{"for _, m := range g.members {\n\t\tif m != nil {\n\t\t\tm.c.h.park", "for _, m := range g.members[1:] {\n\t\tif m != nil {\n\t\t\tm.c.h.park"}}, "TestGroupsWakeTheirOwn", false},
		{"announce wakes nobody", alone, []edit{
			{"\tt.line.Publish(m.seq, c.word, c.n)\n\tm.wake()\n", "\tt.line.Publish(m.seq, c.word, c.n)\n"}}, "TestStoreThenWake", false},
		{"announce looks for sleepers before it stores", alone, []edit{
			{"\tt.line.Publish(m.seq, c.word, c.n)\n\tm.wake()\n", "\tm.wake()\n\tt.line.Publish(m.seq, c.word, c.n)\n"}}, "TestStoreThenWake", false},
		{"announce lets who is of an earlier Run go on", alone, []edit{
			{"\t\tm.outlived(finish)\n", ""}}, "TestSplitBeyondRun", false},
		{"the call in a line is not waited for", alone, []edit{
			{"\tif flag.Load() < seq {\n", "\tif false {\n"}}, "TestTogether|TestEveryResult", false},
		{"the call in a line is not compared", alone, []edit{
			{"word != c.word || n != c.n {", "word != c.word && n == 0 {"}}, "TestMismatchWritesNothing|TestFailures", false},
		{"one of two who has worked on vectors leaves while the other does", alone, []edit{
			{"\t\t\tm.c.await(both, want)\n", ""}}, "TestTogether|TestEveryResult", false},
		{"who has worked on vectors leaves while others do", alone, []edit{
			{"\t\t\tm.c.await(&o.progress, t.steps)\n", ""}}, "TestTogether|TestEveryResult", false},
		{"who has worked on vectors does not look for the end of the Run", alone, []edit{
			{"\tt := m.t\n\tm.look()\n", "\tt := m.t\n"}}, "TestEveryCallLooksForTheEnd", false},
		{"one of two who has worked on vectors wakes nobody", alone, []edit{
			{"\t\tfinished := both.Add(1)\n\t\tm.wake()\n", "\t\tfinished := both.Add(1)\n"}}, "TestStoreThenWake", false},
		{"who has worked on vectors wakes nobody", alone, []edit{
			{"\tt.progress.Store(t.steps)\n\tm.wake()\n", "\tt.progress.Store(t.steps)\n"}}, "TestStoreThenWake", false},
		{"one of two who has worked on vectors stays busy", alone, []edit{
			{"\t\tm.wake()\n\t\tm.c.release()\n", "\t\tm.wake()\n"}}, "TestHoldOnVectors", false},
		{"who has worked on vectors stays busy", alone, []edit{
			{"\tm.wake()\n\tm.c.release()\n\tfor", "\tm.wake()\n\tfor"}}, "TestHoldOnVectors", false},
	}
}
