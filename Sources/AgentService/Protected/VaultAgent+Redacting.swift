internal import AgentAPI
internal import VaultModel

extension VaultAgent {
  /// Has the inbox emptied of what tasks were made of that are protected now, and adds to the report of it what came of that.
  func redacting(
    _ protected: [TodoTask], _ report: () async throws(Failure) -> TaskChangeReport
  ) async throws(Failure) -> TaskChangeReport {
    var (notes, trouble): ([String], Failure?) = ([], nil)
    do throws(Failure) { notes = try await redactions.redact(itemsOf: protected.map(\.id)) } catch { trouble = error }
    var report = try await report()
    report.notes += notes
    report.trouble = report.trouble ?? trouble
    return report
  }
}
