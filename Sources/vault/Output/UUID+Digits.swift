internal import FoundationEssentials

extension UUID {
  /// Where an id begins: as much of a person's, a proposal's or an invitation's as lists show and commands take for it.
  var shortDigits: String { String(uuidString.lowercased().prefix(8)) }
}
