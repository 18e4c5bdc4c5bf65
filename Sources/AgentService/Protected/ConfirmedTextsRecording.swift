internal import AgentAPI
internal import VaultModel

/// What the owner's list says of texts: which ask at every reveal, and which were confirmed.
protocol ConfirmedTextsRecording: Sendable {
  /// Whether one of a task's texts asks at every reveal: by its row, or by the list, which a row of former times does not change.
  func asksAlways(_ task: TodoTask, _ owner: OwnerService.Verified) async throws(Failure) -> Bool

  /// Records on the list which texts ask at every reveal, confirmed or not. Only an owner who was verified for it takes one off again.
  ///
  /// - Parameter wasAsked: whether they were. Where it can't be recorded, a text asks more often than it should, or does not notice a row of
  ///   before it asked.
  func recordAsking(_ tasks: [TodoTask], by owner: OwnerService.Verified?, wasAsked: Bool) async

  /// Takes items off the list whose texts the owner has opened for good, or brought back as they were before they were confirmed.
  func removeConfirmed(_ items: [SealedItem], of owner: OwnerService.Verified) async throws(Failure)
}

extension ConfirmedTextsService: ConfirmedTextsRecording {}
