internal import FoundationEssentials
internal import VaultModel

extension AccessRecord {
  /// Refuses what can't be stored exactly.
  func checkStorable() throws(TaskStoreError) {
    guard date.timeIntervalSinceReferenceDate.isFinite else {
      throw TaskStoreError(.invalid, "a date is not a number")
    }
  }

  /// The record with over-long texts cut: a log entry is never refused for its length.
  func cut() -> AccessRecord {
    var record = self
    record.action = Self.cut(action)
    record.program = Self.cut(program)
    record.terminal = terminal.map(Self.cut)
    record.reason = Self.cut(reason)
    return record
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > AccessLogLimits.fieldByteCount else { return text }
    var result = text
    while result.utf8.count > AccessLogLimits.fieldByteCount { result.unicodeScalars.removeLast() }
    return result
  }
}
