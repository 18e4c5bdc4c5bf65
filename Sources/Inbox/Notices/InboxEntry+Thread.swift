internal import ServerAPI

extension [InboxEntry] {
  /// The first of each thread, and what is of none: what stands for all where only some can be named. A thread is its sender's own.
  public var firstOfEachThread: [InboxEntry] {
    var known: [String: [ItemSender?]] = [:]
    return filter { entry in
      guard let thread = entry.payload?.threadID else { return true }
      guard known[thread]?.contains(entry.sender) != true else { return false }
      known[thread, default: []].append(entry.sender)
      return true
    }
  }
}
