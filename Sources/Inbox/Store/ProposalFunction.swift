internal import FoundationEssentials
internal import GRDB

/// What migrations ask of stored payloads, as a function of SQL.
enum ProposalFunction {
  static let name = "isProposal"

  /// Whether the user decides about a payload.
  static let function = DatabaseFunction(name, argumentCount: 1, pure: true) { values in
    Data.fromDatabaseValue(values[0]).map {
      PushPayload(String(decoding: $0, as: UTF8.self)).kind.wantsDecision
    }
  }
}
