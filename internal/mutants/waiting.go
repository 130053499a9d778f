package main

// waiting weakens how processors wait, fall asleep and are woken.
func waiting() []mutant {
	const wait, sleep, unwind = "coll/wait.go", "coll/sleep.go", "coll/unwind.go"
	const thread, other = "internal/threads/park_linux.go", "internal/threads/park.go"
	const ends = "TestEveryCallLooksForTheEnd|TestFailures|TestCancelInTheMiddle"
	return []mutant{
		{"who waits does not look for the end of the Run", wait, []edit{
			{"c.waitOn.Load() >= c.want || c.m.hot.stop.Load()", "c.waitOn.Load() >= c.want"}}, ends, false},
		{"who waits takes the number before for its own", wait, []edit{
			{"c.waitOn.Load() >= c.want ||", "c.waitOn.Load()+1 >= c.want ||"}}, "TestTogether|TestSleepers", false},
		{"who spins takes the number before for its own", wait, []edit{
			{"\t\tif a.Load() >= want {", "\t\tif a.Load()+1 >= want {"}}, "TestTogether|TestSleepers", false},
		{"who has waited goes on if the Run has failed", wait, []edit{
			{"\tc.waitOn = nil\n\tif c.m.hot.stop.Load() {", "\tc.waitOn = nil\n\tif false {"}}, ends, false},
		{"who has waited for what came goes on if the Run has failed", wait, []edit{
			{"\tc.waitOn = nil\n\tif c.m.hot.stop.Load() {", "\ta := c.waitOn\n\tc.waitOn = nil\n\tif c.m.hot.stop.Load() && a.Load() < c.want {"}}, ends, false},
		{"hold does not make busy", unwind, []edit{
			{".busy.Add(1)", ".busy.Add(0)"}}, "TestHold", false},
		{"hold does not look for the end of the Run", unwind, []edit{
			{"\t\tc.m.world.teams[c.team].busy.Add(1)\n\t\tif c.slow {\n\t\t\tc.working()\n\t\t}\n\t}\n\tif c.m.hot.stop.Load() {", "\t\tc.m.world.teams[c.team].busy.Add(1)\n\t\tif c.slow {\n\t\t\tc.working()\n\t\t}\n\t}\n\tif false {"}}, "TestEveryCallLooksForTheEnd", false},
		{"hold makes the first team busy instead of its own", unwind, []edit{
			{"\t\tc.m.world.teams[c.team].busy.Add(1)", "\t\tc.m.world.teams[0].busy.Add(1)"}}, "TestHold", false},
		{"release does not end being busy", unwind, []edit{
			{".busy.Add(-1)", ".busy.Add(0)"}}, "TestHold", false},
		{"who unwinds waits for nobody at work", unwind, []edit{
			{"for t.busy.Load() > 0 {", "for false && t.busy.Load() > 0 {"}}, "TestHold", false},
		{"who unwinds waits for the first team only", unwind, []edit{
			{"range c.m.world.teams {", "range c.m.world.teams[:1] {"}}, "TestHold", false},
		{"who unwinds waits for itself", unwind, []edit{
			{"func (c *fiber) settle() {\n\tc.release()\n", "func (c *fiber) settle() {\n"}}, "TestFailures|TestNothingWrittenAfterUnwinding", false},

		{"a sleep is not prepared", sleep, []edit{
			{"\th.park.Prepare()\n", ""}}, "TestFallingAsleep", false},
		{"a sleep is prepared after the last look", sleep, []edit{
			{"\th.park.Prepare()\n", ""}, {"\t\th.park.Sleep()\n", "\t\th.park.Prepare()\n\t\th.park.Sleep()\n"}}, "TestFallingAsleep", false},
		{"a sleep is not announced", sleep, []edit{
			{"\tm.hot.sleepers.Add(1)\n", ""}, {"\tm.hot.sleepers.Add(-1)\n", ""}}, "TestFallingAsleep", false},
		{"a sleep is announced after the last look", sleep, []edit{
			{"\tm.hot.sleepers.Add(1)\n", ""}, {"\tif h.ready() {\n\t\th.park.Cancel()", "\tready := h.ready()\n\tm.hot.sleepers.Add(1)\n\tif ready {\n\t\th.park.Cancel()"}}, "TestFallingAsleep", false},
		{"who falls asleep does not look once more", sleep, []edit{
			{"\tif h.ready() {\n\t\th.park.Cancel()", "\tif false {\n\t\th.park.Cancel()"}}, "TestFallingAsleep", false},
		{"a host that woke is still counted as asleep", sleep, []edit{
			{"\tm.asleep--\n", ""}}, "TestFallingAsleep|TestSleepers", false},
		{"all asleep is a deadlock even if somebody is ready", sleep, []edit{
			{" && !m.anyReady() && ", " && "}}, "TestSleepers", false},
		{"the verdict asks the first host only", sleep, []edit{
			{"range m.hosts {\n\t\tif h.ready()", "range m.hosts[:1] {\n\t\tif h.ready()"}}, "TestSleepers", false},
		{"the last to fall asleep says nothing", sleep, []edit{
			{"\t\tm.failLocked(m.deadlock())\n", ""}}, "TestDeadlock", false},
		{"the verdict when one host is still awake", sleep, []edit{
			{"if m.asleep >= len(m.hosts) &&", "if m.asleep >= len(m.hosts)-1 &&"}}, "TestSleepers|TestStall", false},

		{"a thread's wake leaves the word as it is", thread, []edit{
			{"if p.word.CompareAndSwap(1, 0) {", "if p.word.Load() == 1 {"}}, "TestParkers", false},
		{"a thread's wake does not call the kernel", thread, []edit{
			{"uintptr(unsafe.Pointer(&p.word)), futexWake, 1,", "uintptr(unsafe.Pointer(&p.word)), futexWait, 7,"}}, "TestParkers", false},
		{"a thread's sleep is not prepared", thread, []edit{
			{"Prepare() { p.word.Store(1) }", "Prepare() {}"}}, "TestParkers", false},
		{"a goroutine's wake leaves it asleep", other, []edit{
			{"\t\tp.asleep = false\n\t\tp.cond.Signal()\n", "\t\tp.cond.Signal()\n"}}, "TestParkers", false},
		{"a goroutine's wake leaves a host asleep that can go on", other, []edit{
			{"p.asleep && p.ready()", "p.asleep && !p.ready()"}}, "TestParkers", false},
		{"who sleeps without spinning does not look first", wait, []edit{
			{"func (c *fiber) sleep() {\n\tfor !c.ready() {\n\t\tc.h.sleep()", "func (c *fiber) sleep() {\n\tfor !c.ready() {\n\t\tc.h.park.Prepare()\n\t\tc.h.park.Sleep()"}}, "TestDeadlock|TestSleepers", false},
		{"a Run with Stall waits for whoever does not come back", "coll/watch.go", []edit{
			{"time.Since(failed) > max(m.cfg.Stall, grace)", "false"}}, "TestAbandon", false},
		{"who waits for its thread does not wait", "coll/fiber.go", []edit{
			{"\t\tc.since.Store(queued) // until", "\t\t// until"}}, "TestNeighbourKeepsTheThread", false},
		{"a Run that has ended well tells of a failure", "coll/remote_end.go", []edit{
			{"\tif cause != nil {\n\t\tm.warn(cause)", "\tif m.hot.stop.Load() {\n\t\tm.warn(cause)"}}, "TestNoLetterAfterAGoodEnd", false},
		{"the binding meetings of groups are not told", "coll/remote_binding.go", []edit{
			{"n := f.bindings.Or(noMore); n > 0 {", "n := f.bindings.Or(noMore); n > 0 && f.id == 0 {"}}, "TestBindingMeetings", false},
		{"a process that is not in a group undoes its meeting", "coll/remote_binding.go", []edit{
			{"for _, p := range f.processes {", "for p := range l.begun[m.runs] {"}}, "TestBindingMeetings", false},
		{"the meetings of the Run before count", "coll/remote_binding.go", []edit{
			{"\t\tf.bindings.Store(0)\n", "\t\t_ = f\n"}}, "TestBindingMeetings", false},
		{"letters for others make who sends nothing less late", "coll/remote_exchange.go", []edit{
			{"late += time.Since(since)", "late += 0 * time.Since(since)"}}, "TestHostileStallBesideOthers", false},
		{"what a Run ended with is asked for its text", "coll/remote_causes.go", []edit{
			{"fmt.Sprint(plainCause(cause)))", "cause.Error())"}}, "TestHostileSpeechless", false},
		{"a message that was lost in a group goes by that group's ranks", "coll/remote_letters.go", []edit{
			{"[2]int{f.world[first.from], f.world[first.to]}", "[2]int{first.from, first.to}"}}, "TestHostileUnreceived", false},
		{"a process adds what it knows to what all have agreed on", "coll/run.go", []edit{
			{"\t\t\tif !agreed {\n", "\t\t\tif agreed || !agreed {\n"}}, "TestHostileAlike", false},
		{"who gives a message up leaves its wish", "coll/remote_inbox.go", []edit{
			{"\tb.wanted, b.serving = nil, false // whose", "\t// whose"}}, "TestWithdrawnInVain", false},
		{"a goroutine's wake does not signal", other, []edit{
			{"\t\tp.cond.Signal()\n", ""}}, "TestParkers", false},
	}
}
