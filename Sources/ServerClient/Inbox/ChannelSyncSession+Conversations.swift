internal import FoundationEssentials
internal import ServerAPI

extension ChannelSyncSession {
  /// The most pages of conversations that are asked for, of ``ServerLimits/pageCount`` each: a server may go on without end.
  private static let pageCount = 40

  /// Where all conversations of the user stand; nil from a server that is too old to have any.
  func conversations() async throws(StepFailure) -> [UserConversation]? {
    var found: [UserConversation] = []
    var last: UUID?
    for number in 0..<Self.pageCount {
      let page: ConversationPage
      do throws(StepFailure) { page = try await conversations(after: last) } catch {
        guard number == 0, case .failed(let problem) = error, problem.code == .notFound else { throw error }
        return nil
      }
      found += page.conversations
      guard let next = page.next else { break }
      last = next
    }
    return found
  }

  private func conversations(after user: UUID?) async throws(StepFailure) -> ConversationPage {
    try await link.call { (api, session) async throws(ServerClientError) in
      try await api.conversations(after: user, at: session.origin, token: session.token)
    }
  }
}
