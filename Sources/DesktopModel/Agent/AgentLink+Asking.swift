public import AgentAPI
internal import Localization
public import SecretMemory
internal import VaultClient

extension AgentLink {
  /// Sends a request that may ask the owner, and sees it through.
  ///
  /// - Parameters:
  ///   - text: what answers the question for a protected text; nil has the person asked for it.
  ///   - codeComes: called when a recovery code is about to be shown.
  ///   - received: called with each secret that comes.
  /// - Throws: what the agent says; as ``AgentAPI/Failure/Code/refused`` where nobody is asked.
  public func ask<Request: AgentRequest>(
    _ request: Request, text: SharedSecret? = nil, codeComes: @escaping @MainActor () -> Void = {},
    _ received: @escaping @MainActor (SharedSecret, SecretNotice) -> Void = { _, _ in }
  ) async throws(Failure) -> Request.Reply {
    guard let asker else { throw Failure(.refused, verbatim: localized("Nobody is there to be asked.")) }
    let responder = DialogResponder(
      asker: asker, purpose: PromptPurpose(Request.self), text: text, codeComes: codeComes, received: received)
    return try await responder.during { () async throws(Failure) in try await ask(request, by: responder) }
  }

  /// Sends a request that may wait for the server, while others are answered.
  ///
  /// - Parameter isAsked: whether the person has just asked for it, and can be asked in turn: for a login, for instance.
  /// - Throws: what the agent says.
  func askServer<Request: AgentRequest>(
    _ request: Request, isAsked: Bool = true
  ) async throws(Failure) -> Request.Reply {
    guard isAsked, let asker else { return try await serverConnection.open().ask(request) }
    let responder = DialogResponder(asker: asker, purpose: PromptPurpose(Request.self))
    return try await responder.during { () async throws(Failure) in try await askServer(request, by: responder) }
  }

  /// Sends a request that may wait for the server and ask the person, by something else than dialogs.
  func askServer<Request: AgentRequest>(
    _ request: Request, by responder: any AgentResponder
  ) async throws(Failure) -> Request.Reply {
    try await askedConnection.open().ask(request, responder)
  }
}
