extension LogReport.Finding {
  /// Entries before this one went too soon, for want of room.
  public init(crowdedOutBefore entry: UInt64?, chapter: UInt64) {
    self.init(kind: .crowdedOut, chapter: chapter, entry: entry)
  }
}
