extension [InboxEntry] {
  /// The first of each thread, and what is of none: what stands for all where only some can be named.
  public var firstOfEachThread: [InboxEntry] {
    var known: Set<String> = []
    return filter { entry in entry.payload?.threadID.map { known.insert($0).inserted } ?? true }
  }
}
