internal import FoundationEssentials
internal import GRDB

/// What migrations ask of stored payloads, as a function of SQL: whether one is a proposal, as ``PushPayload`` reads it today. The column
/// `isTask` repeats that for the indices, so what a former version read would be wrong in it; a change of the reader takes one more
/// migration that asks again.
enum ProposalFunction {
  static let name = "isProposal"

  /// Whether the user decides about a payload.
  static let function = DatabaseFunction(name, argumentCount: 1, pure: true) { values in
    Data.fromDatabaseValue(values[0]).map {
      PushPayload(String(decoding: $0, as: UTF8.self)).kind.wantsDecision
    }
  }
}
