public import VaultModel

/// What binds an entry of the access log to those before it.
public struct AccessLink: Equatable, Sendable {
  /// The entry's number.
  public var number: UInt64
  /// The chapter it is of.
  public var chapter: UInt64
  /// What it says beside who asked.
  public var kind: UInt8
  /// A MAC over the entry and those before it.
  public var tag: [UInt8]

  /// Binds an entry.
  public init(number: UInt64, chapter: UInt64, kind: UInt8, tag: [UInt8]) {
    (self.number, self.chapter, self.kind, self.tag) = (number, chapter, kind, tag)
  }
}

/// An entry as it is stored.
public struct StoredAccess: Equatable, Sendable {
  /// Its number.
  public var number: UInt64
  /// Its link; nil for one that was written without a chapter.
  public var link: AccessLink?
  /// What the link's tag is over.
  public var content: [UInt8]
  /// When it was written; nil where it says nothing of that.
  public var record: AccessRecord?
}

/// Where the access log stands, for whoever opens its next chapter.
public struct AccessLogEnd: Equatable, Sendable {
  /// The number of the last entry; 0 for none.
  public var entry: UInt64
  /// The number of the last chapter; 0 for none.
  public var chapter: UInt64
  /// What is stored of how it began.
  public var opening: [UInt8]?
}

/// Binds the entries of a ``SQLiteAccessLog`` to each other. The log calls it for one entry at a time, and says when that is
/// written.
public protocol AccessChain: Sendable {
  /// The link of the next entry; nil while no chapter is open.
  ///
  /// - Parameter isClosing: whether the entry says that the log is closed, and nothing else.
  func link(_ content: [UInt8], isClosing: Bool) throws(TaskStoreError) -> AccessLink?

  /// The entry of that link is written, durably.
  func didWrite(_ link: AccessLink) throws(TaskStoreError)
}
