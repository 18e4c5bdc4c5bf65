/// Lets others work until something is so; the suite's time limit ends what never is.
@MainActor
func until(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }

/// Lets others work for a while, in which nothing is to happen.
@MainActor
func meanwhile() async { for _ in 0..<200 { await Task.yield() } }
