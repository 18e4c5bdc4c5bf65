public import FoundationEssentials

/// The newest entries of the access log, newest first.
public struct ListAccessLog: AgentRequest {
  public typealias Reply = [AccessLogEntry]
  public static let name = "accessLog"
  public static let traits: RequestTraits = .isSafe

  /// At most so many.
  public var limit: Int

  /// Makes a request.
  public init(limit: Int) {
    self.limit = limit
  }
}

/// Looks through the whole access log with the owner's key, after verification.
public struct VerifyAccessLog: AgentRequest {
  public typealias Reply = LogVerification
  public static let name = "verifyLog"
  public static let traits: RequestTraits = .needsCredentials

  /// Makes a request.
  public init() {}
}

/// One line of the access log.
public struct AccessLogEntry: Codable, Equatable, Sendable {
  /// When it was asked for.
  public var date: Date
  /// The task's UUID; nil for an unlock that named none.
  public var task: UUID?
  /// What was asked, for instance `reveal` or `unlock`.
  public var action: String
  /// The program that asked, as the system named it when it connected: a hint, not a proof.
  public var program: String
  /// The process id of that program.
  public var pid: Int32
  /// The terminal it ran on, where there was one.
  public var terminal: String?
  /// Whether it was granted.
  public var granted: Bool
  /// Why not; empty when granted.
  public var reason: String

  /// Makes an entry.
  public init(
    date: Date, task: UUID?, action: String, program: String, pid: Int32, terminal: String?, granted: Bool,
    reason: String
  ) {
    self.date = date
    self.task = task
    self.action = action
    self.program = program
    self.pid = pid
    self.terminal = terminal
    self.granted = granted
    self.reason = reason
  }
}

/// What a look at all chapters of the access log came to.
public struct LogVerification: Codable, Equatable, Sendable {
  /// How things stand.
  public enum Verdict: String, OpenVocabulary, Equatable, Sendable {
    /// Nothing was changed or removed since the first chapter was opened.
    case complete
    /// The same, but for places where nobody can tell.
    case gap
    /// Something was changed or removed.
    case changed

    /// Whatever it is, it is not well.
    public static let unrecognized = Self.changed
  }

  /// A place where the log is not as it was written, or where nobody can tell.
  public struct Finding: Codable, Equatable, Sendable {
    /// `changed`, `removed`, `openingChanged`, `chapterMissing`, `endedUnclosed` or `keyLost`.
    public var kind: String
    /// The chapter.
    public var chapter: UInt64
    /// When the entry was written that it is about, or after which something is missing; nil where it is about a chapter.
    public var date: Date?
    /// What is wrong there, one sentence.
    public var text: String

    /// Makes a finding.
    public init(kind: String, chapter: UInt64, date: Date?, text: String) {
      (self.kind, self.chapter, self.date, self.text) = (kind, chapter, date, text)
    }
  }

  /// How things stand.
  public var verdict: Verdict
  /// The number of chapters.
  public var chapters: Int
  /// The number of entries that are as they were written.
  public var entries: UInt64
  /// The number of entries from before the first chapter, of which nobody can tell.
  public var unvouched: UInt64
  /// The number of entries that went because the log keeps no more.
  public var letGo: UInt64
  /// When the oldest chapter was opened; nil while there is none.
  public var since: Date?
  /// What is not as it was written, in the order of the log.
  public var findings: [Finding]

  /// Makes a report.
  public init(
    verdict: Verdict, chapters: Int, entries: UInt64, unvouched: UInt64, letGo: UInt64, since: Date?,
    findings: [Finding]
  ) {
    (self.verdict, self.chapters, self.entries) = (verdict, chapters, entries)
    (self.unvouched, self.letGo, self.since, self.findings) = (unvouched, letGo, since, findings)
  }
}
