internal import AgentAPI

/// What the owner's keys begin, and a lock ends, of their texts.
protocol OwnerTextsKeeping: Sendable {
  /// Begins the list of confirmed texts, before the header says that there is one.
  func begin(of owner: OwnerService.Verified) async throws(Failure)

  /// Begins it beside a header of the legacy format.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/badData`` where it was begun before.
  func beginAtUpgrade(of owner: OwnerService.Verified) async throws(Failure)

  /// Drops what was read and proven since the unlock.
  func forgetRead()
}
