internal import AgentAPI

extension VaultAgent {
  func store(_ request: StoreRequest, _ conversation: any Conversation) async throws(Failure) -> Reply {
    switch request {
    case .status: .store(try await credentialStoreController.status())
    case .check: .store(try await credentialStoreController.check())
    case .migrate(let kind): .done(message: try await credentialStoreController.migrate(to: kind, conversation))
    case .acceptRollback: .done(message: try await credentialStoreController.acceptRollback())
    case .unknown: throw Failure(.unsupported, "This agent does not know that request.")
    }
  }
}
