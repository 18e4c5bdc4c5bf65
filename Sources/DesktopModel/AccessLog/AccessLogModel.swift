public import AgentAPI
public import FoundationEssentials
internal import Localization
internal import VaultClient

/// The entries of the access log, newest first, as many as somebody has looked at, and whether they are as they were written.
@MainActor
public final class AccessLogModel {
  /// What is known of whether anything was changed or removed.
  public enum Chain: Equatable, Sendable {
    /// Nobody has looked.
    case unknown
    /// It is being looked through, or the owner is asked.
    case looking
    /// What that came to, a line each, and whether all is well.
    case known([String], LogVerification.Verdict)
    /// It could not be looked through.
    case failed(Failure)
  }

  /// What shows the list.
  public weak var display: (any ListDisplay)?
  /// The entries that have been read.
  public private(set) var entries: [AccessLogEntry] = []
  /// What the tasks are called that are protected now.
  public private(set) var labels: [UUID: String] = [:]
  /// Whether the log was read at all.
  public private(set) var hasBeenRead = false
  /// What is known of whether anything was changed or removed.
  public private(set) var chain = Chain.unknown {
    didSet { if chain != oldValue { chainChanged() } }
  }
  /// Called when that has changed.
  public var chainChanged: @MainActor () -> Void = {}

  private let log: any AccessLogService
  private var hasMore = false
  /// How many entries are to be read next; nil for none.
  private var wanted: Int?
  private var isReading = false

  /// How many entries are read at first and more at a time, and the most that the agent hands over.
  private static let (pageCount, maximumCount) = (100, 10_000)

  /// Makes a list, which is empty until ``refresh()``.
  public init(_ log: any AccessLogService) { self.log = log }

  /// The entry in a row. At the last one that has been read, older ones are read.
  public func entry(at row: Int) -> AccessLogEntry? {
    guard entries.indices.contains(row) else { return nil }
    if row == entries.count - 1, hasMore { read(entries.count + Self.pageCount) }
    return entries[row]
  }

  /// Reads what is shown once more.
  public func refresh() { read(max(entries.count, Self.pageCount)) }

  /// Looks whether all is as it was written.
  public func verify() {
    guard chain != .looking else { return }
    chain = .looking
    Task { [weak self, log] in
      let next: Chain
      do throws(Failure) {
        let report = try await log.verifyAccessLog()
        let words = LogVerificationWords(report)
        let findings = words.findings.prefix(Self.maximumFindingCount)
        let more = words.findings.count - findings.count
        next = .known(
          [words.verdict] + findings + (more > 0 ? [localized("And \(more) more.")] : []) + words.counts, report.verdict
        )
      } catch { next = error.isDeclined ? .unknown : .failed(error) }
      self?.chain = next
      // The look is itself an entry.
      self?.refresh()
    }
  }

  /// How many places are named where the log is not as it was written.
  private static let maximumFindingCount = 20

  private func read(_ count: Int) {
    wanted = min(count, Self.maximumCount)
    guard !isReading else { return }
    isReading = true
    Task { [weak self, log] in
      // What was asked for meanwhile is asked again: the answer may be one of before.
      while let count = self?.wanted {
        self?.wanted = nil
        do throws(Failure) {
          let entries = try await log.accessLog(limit: count)
          let labels = try await log.labels()
          self?.labels = labels
          self?.take(entries, wanted: count)
        } catch { self?.display?.report(error) }
      }
      self?.isReading = false
    }
  }

  private func take(_ read: [AccessLogEntry], wanted: Int) {
    let edit = RowEdit.between(entries, read)
    (entries, hasBeenRead) = (read, true)
    hasMore = read.count == wanted && wanted < Self.maximumCount
    display?.edit(edit.map { [$0] } ?? [])
    display?.reload(0..<entries.count)
  }
}
