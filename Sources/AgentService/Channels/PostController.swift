internal import AgentAPI
internal import AgentInbox
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import ServerClient
internal import Waiting

/// Sends what the user wrote and said.
protocol MessageSending: Sendable {
  /// Whether the server can be reached, as far as is known.
  var mayBeAnswered: Bool { get async }

  /// Sends what waits, now or once there is a connection; one that waits to be tried again is tried at once.
  ///
  /// - Parameter patience: for how long it is waited for that connection.
  func sendMessages(patience: Duration) async
}

extension InboxService: MessageSending {
  var mayBeAnswered: Bool {
    get async {
      guard case .loggedIn = await auth.phase else { return false }
      if case .waiting = await sync.phase { return false }
      return true
    }
  }

  func sendMessages(patience: Duration) async {
    await sync.tryAgain(atMost: patience)
    await sync.sendMessages()
  }
}

/// The request to write to a channel.
struct PostController: Sendable {
  /// How long it is waited for a connection, where whoever writes waits at all.
  static let connectionPatience = Duration.seconds(2)
  /// How long it is waited for the server's answer to a message.
  private static let answerPatience = Duration.seconds(5)

  let owners: any InboxOwnerResolving
  let store: InboxStore
  let catalogue: ChannelCatalogue
  let outgoing: any MessageSending

  /// Writes a message, which waits here until the server has it.
  ///
  /// - Parameter waits: whether a few seconds are spent on seeing whether it does.
  func send(_ text: String, to name: String, waits: Bool) async throws(Failure) -> ChannelMessageRow {
    let owner = try await owners.begunOwner()
    guard !text.isEmpty else { throw Failure(.usage, "There is no text.") }
    guard text.utf8.count <= ServerLimits.messageByteCount else {
      throw Failure(.usage, "A message has 1 to \(ServerLimits.messageByteCount) bytes.", hint: "Send it in parts.")
    }
    let entry = try await catalogue.channel(name, for: owner)
    guard entry.isEnrolled else { throw .notJoined(entry) }
    let id = UUID()
    let changes = await store.changes(for: owner)
    try await InboxStoreError.asFailure(await store.write(text, id: id, to: entry.id, at: Date(), for: owner))
    await outgoing.sendMessages(patience: waits ? Self.connectionPatience : .zero)
    if waits, await outgoing.mayBeAnswered { await wait(for: id, entry.id, owner, changes) }
    let line = try await InboxStoreError.asFailure(await store.line(id, of: entry.id, for: owner))
    guard line.state != .failed else {
      let hint: LocalizedText =
        entry.isConversation
        ? "Who is written to has to follow you: vault follow with the ID that your vault profile shows."
        : "See vault channels."
      throw Failure(
        .refused,
        "\(entry.shownTitle): \(line.problem.map(LocalizedText.init(words:)) ?? "The message was not taken.")",
        hint: hint)
    }
    return ChannelMessageRow(line)
  }

  /// Waits until the server has answered, a few seconds at most.
  private func wait(for id: UUID, _ channel: UUID, _ owner: InboxOwner, _ changes: AsyncStream<Void>) async {
    await BoundedWait.wait(for: changes, atMost: Self.answerPatience) { [store] _ in
      // What can't be read is told by who reads it next.
      (try? await store.line(id, of: channel, for: owner).state) != .sending
    }
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to posts: PostController) {
    on(SendChannelMessage.self) { (request) throws(Failure) in
      try await posts.send(request.text, to: request.channel, waits: request.waits)
    }
  }
}
