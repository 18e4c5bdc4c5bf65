/// What a look at all chapters of the access log came to.
public struct LogReport: Equatable, Sendable {
  /// How things stand.
  public enum Verdict: String, Sendable {
    /// Nothing was changed or removed since the log began.
    case complete
    /// The same, but for places where the agent ended without closing the log: there nothing can be said.
    case gap
    /// Somebody changed or removed something.
    case changed
  }

  /// Something that is not as it was written.
  public struct Finding: Equatable, Sendable {
    /// What it is.
    public enum Kind: String, Sendable, CaseIterable {
      /// An entry is not as it was written, or is none of the agent's.
      case changed
      /// Entries after this one are gone.
      case removed
      /// How a chapter began was changed.
      case openingChanged
      /// A chapter is gone, or an older log was put back.
      case chapterMissing
      /// The agent ended after this entry without closing the log: what was written after it, till the next unlock, can't be
      /// vouched for.
      case endedUnclosed
      /// After this entry the log could not be read when the agent began, and what was written till the next unlock can't be vouched
      /// for.
      case keyLost
      /// Entries that were not old went because the log was full: somebody may have asked so often to be rid of them.
      case crowdedOut
      /// After this entry the log's key, or every anchor of its chapters, was removed or replaced, as no crash does: entries may be
      /// gone, and what was written till the next unlock can't be vouched for.
      case keyTaken

      var isGap: Bool { self == .endedUnclosed || self == .keyLost }
    }

    /// What it is.
    public let kind: Kind
    /// The chapter.
    public let chapter: UInt64
    /// The entry that it is about: the last one before it where something is gone. Nil where it is about a chapter.
    public let entry: UInt64?
  }

  /// How many chapters are there.
  public var chapters = 0
  /// How many entries are as they were written.
  public var entries: UInt64 = 0
  /// How many entries were written before the first chapter: nothing shows whether they are as they were.
  public var unvouched: UInt64 = 0
  /// How many of the oldest entries were pruned, because the log was full.
  public var prunedCount: UInt64 = 0
  /// When the oldest chapter was opened, in seconds since 1970.
  public var since: Int64?
  /// What is not as it was written, in the order of the log.
  public var findings: [Finding] = []

  /// How things stand.
  public var verdict: Verdict {
    if findings.isEmpty { return .complete }
    return findings.allSatisfy(\.kind.isGap) ? .gap : .changed
  }
}

/// An entry of the access log as it was found.
public struct FoundEntry: Equatable, Sendable {
  /// Its number.
  public var number: UInt64
  /// The chapter that it says it is of.
  public var chapter: UInt64?
  /// What its kind says.
  public var kind: EntryChain.Kind?
  /// Its tag; nil for one that was written without a key.
  public var tag: [UInt8]?
  /// What the tag is over; nil when it can't be read.
  public var content: [UInt8]?

  /// Describes an entry.
  public init(number: UInt64, chapter: UInt64?, kind: EntryChain.Kind?, tag: [UInt8]?, content: [UInt8]?) {
    (self.number, self.chapter, self.kind, self.tag, self.content) = (number, chapter, kind, tag, content)
  }
}
