public import AgentAPI
internal import VaultModel

/// What the window asks of the agent about PIN and recovery code. Each of them asks the owner; what was done is told in a sentence.
public protocol OwnerService: Sendable {
  /// How the vault stands.
  func status() async throws(Failure) -> VaultStatus

  /// Whether there is any task, done or not.
  func hasTasks() async throws(Failure) -> Bool

  /// Sets the first PIN, and makes a recovery code.
  ///
  /// - Parameter codeComes: called when the code is about to be shown.
  func setPIN(_ codeComes: @escaping @MainActor () -> Void) async throws(Failure) -> String

  /// Puts a new PIN in the old one's place.
  func changePIN() async throws(Failure) -> String

  /// Makes a new recovery code; the older one stops working.
  func createRecoveryCode() async throws(Failure) -> String

  /// Has later unlocks ask for the PIN, or ask the system.
  func useVerification(_ method: VerificationMethod) async throws(Failure) -> String
}

extension OwnerService {
  /// Has the person choose a PIN where neither that nor a recovery code opens the vault: before they type what only these open again.
  public func choosePINWhereNone() async throws(Failure) {
    let status = try await status()
    if !status.hasPIN, !status.hasRecoveryCode { _ = try await setPIN {} }
  }
}

extension AgentLink: OwnerService {
  public func status() async throws(Failure) -> VaultStatus { try await send(ShowStatus()) }

  public func hasTasks() async throws(Failure) -> Bool {
    var query = TaskQuery()
    query.filter.state = .any
    query.limit = 1
    return try await send(ListTasks(query)).total > 0
  }

  public func setPIN(_ codeComes: @escaping @MainActor () -> Void) async throws(Failure) -> String {
    try await ask(SetPIN(recovery: true, confirmRecovery: true), codeComes: codeComes).message
  }

  public func changePIN() async throws(Failure) -> String { try await ask(ChangePIN()).message }

  public func createRecoveryCode() async throws(Failure) -> String { try await ask(CreateRecoveryCode()).message }

  public func useVerification(_ method: VerificationMethod) async throws(Failure) -> String {
    try await ask(UseVerification(method: method)).message
  }
}
