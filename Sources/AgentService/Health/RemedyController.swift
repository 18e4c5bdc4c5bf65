internal import AgentAPI
internal import Localization

/// What a remedy comes to: each as the request that is there for it, which asks the owner what that asks.
protocol RemedyWays: Sendable {
  /// Sets the first PIN, and makes a recovery code that is typed back.
  func setPIN(_ conversation: any Conversation) async throws(Failure) -> LocalizedText
  /// Makes a recovery code, after the PIN.
  func createRecoveryCode(_ conversation: any Conversation) async throws(Failure) -> LocalizedText
  /// Has the settings count as they are set, after the PIN.
  func confirmSettings(_ conversation: any Conversation) async throws(Failure) -> LocalizedText
  /// Sees to a login with the server.
  func logIn(_ conversation: any Conversation) async throws(Failure) -> LocalizedText
}

/// Does what a finding of the doctor's names, and nothing else: what is not found now can't be asked for.
struct RemedyController: Sendable {
  let doctor: DoctorController
  let ways: any RemedyWays

  /// - Returns: what was done, as sentences.
  func apply(_ remedy: Remedy, _ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    guard await doctor.findings().contains(where: { $0.fix == remedy }) else {
      throw Failure(.refused, "There is nothing to be done about that any more.", hint: "Look at vault doctor again.")
    }
    switch remedy {
    case .setPIN: return try await ways.setPIN(conversation)
    case .createRecoveryCode: return try await ways.createRecoveryCode(conversation)
    case .confirmSettings: return try await ways.confirmSettings(conversation)
    case .logIn: return try await ways.logIn(conversation)
    case .unknown: throw .unknownRequest
    }
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to remedies: RemedyController) {
    on(ApplyRemedy.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await remedies.apply(request.remedy, conversation))
    }
  }
}
