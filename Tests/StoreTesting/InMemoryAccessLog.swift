public import VaultModel

@testable public import TaskStore

/// A log that lives as long as the process.
public actor InMemoryAccessLog: AccessLog {
  private var records: [AccessRecord] = []
  private let maximumCount: Int

  /// Makes an empty log.
  public init(maximumCount: Int = AccessLogLimits.maximumCount) { self.maximumCount = maximumCount }

  /// Appends a record.
  public func append(_ record: AccessRecord) throws(TaskStoreError) {
    try record.checkStorable()
    records.append(record.cut())
    records.removeFirst(max(0, records.count - maximumCount))
  }

  /// The newest `count` records, newest first.
  public func newest(_ count: Int) -> [AccessRecord] { records.suffix(max(0, count)).reversed() }
}
