internal import AgentAPI
internal import AgentInbox
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import Reminders
internal import ServerAPI
internal import VaultModel

/// Verifies the owner anew for something that no ticket is good for.
protocol FreshVerifying: Sendable {
  /// The owner's key, after a verification that nothing replaces and that earns no ticket.
  func verifyAfresh(_ conversation: any Conversation) async throws(Failure) -> OwnerService.Verified
}

extension OwnerService: FreshVerifying {}

/// The requests about the items of the inbox: to list and show them, to accept and to reject them.
struct InboxController: Sendable {
  let owners: any InboxOwnerResolving
  let store: InboxStore
  let decisions: InboxDecisionService
  let verification: any FreshVerifying
  let local: LocalTime

  /// The newest items, or those before one.
  func list(_ limit: Int, before: Int64?, all: Bool = false) async throws(Failure) -> InboxListing {
    let owner = try await owners.fetchedOwner()
    let (entries, unread): ([InboxEntry], Int)
    var older = 0
    do throws(InboxStoreError) {
      entries = try await store.entries(before: before, all: all, limit: limit, for: owner)
      unread = try await store.counts(for: owner, at: Date()).unread
      if let last = entries.last { older = try await store.count(before: last.sequence, all: all, for: owner) }
    } catch { throw Failure(error) }
    let losses = try await store.lostItems(of: owner)
    return InboxListing(
      items: try await decisions.rows(entries, owner), unreadCount: unread, hasMore: older > 0, olderCount: older,
      owner: owner.text, losses: losses.isEmpty ? nil : losses)
  }

  /// The person was shown these losses of an owner, who is named as ``InboxListing/owner`` has it.
  func passLosses(_ losses: [LostItems], of text: String) async throws(Failure) {
    let owner = try await owners.owner()
    // Another user's, where somebody else has logged in meanwhile.
    if owner.text == text { try await store.pass(losses, of: owner) }
  }

  /// An item among those that have a picture.
  func findPicture(_ choice: InboxStore.PictureChoice) async throws(Failure) -> PicturePlace {
    let owner = try await owners.fetchedOwner()
    let found = try await InboxStoreError.asFailure(
      await store.picture(choice, isOn: { PushPicture.isOrigin($0, on: owner.server) }, for: owner))
    let rows = try await decisions.rows(found.entry.map { [$0] } ?? [], owner)
    return PicturePlace(item: rows.first, position: found.position, count: found.count)
  }

  /// One item, whole, which counts as read from then on.
  func show(_ number: Int64, as identity: InboxIdentity?) async throws(Failure) -> InboxRow {
    try await decisions.show(number, as: identity)
  }

  /// Makes a task of an item, after a verification where the item wants that.
  func accept(
    _ number: Int64, as identity: InboxIdentity?, _ conversation: any Conversation
  ) async throws(Failure) -> InboxRow {
    try await decisions.accept(number, as: identity) { (row) async throws(Failure) in
      // Nobody approves without seeing who asks.
      try await conversation.notify(Self.question(row, due: row.dueDate.map { local.text($0, false) }))
      _ = try await verification.verifyAfresh(conversation)
    }
  }

  /// Marks items as read, or all of them.
  func read(_ numbers: [Int64]?) async throws(Failure) -> Acknowledgement {
    let owner = try await owners.fetchedOwner()
    let count: Int
    do throws(InboxStoreError) {
      if let numbers = numbers.map(Set.init) {
        for number in numbers { _ = try await store.entry(number, for: owner) }
        for number in numbers { try await store.mark(number, as: .read, at: Date(), for: owner) }
        count = numbers.count
      } else {
        count = try await store.markAllRead(at: Date(), for: owner)
      }
    } catch { throw Failure(error) }
    await decisions.sync.sendDecisions()
    return Acknowledgement(
      LocalizedText(one: "\(count) item is read.", other: "\(count) items are read.", count: count))
  }

  /// How many characters of an item's text are said before the PIN is asked for.
  private static let askedCount = 600

  /// What is accepted, as far as it can be read in one go, and how much more there is. Who asks comes first, where no title can say
  /// something else.
  static func question(_ row: InboxRow, due: String?) -> LocalizedText {
    let text = row.text.onOneLine
    let shown = text.prefix(askedCount)
    let rest = text.count - shown.count
    let said: LocalizedText = text.isEmpty ? "" : "“\(shown)\(rest > 0 ? "…" : "")”"
    let more: LocalizedText = rest > 0 ? "(\(rest) more characters: vault inbox show \(row.number))" : ""
    let what: LocalizedText =
      if let due {
        "From \(row.senderText), due \(due): accepting “\(row.title.onOneLine)”"
      } else { "From \(row.senderText): accepting “\(row.title.onOneLine)”" }
    return [said.isEmpty ? what : "\(what): \(said)", more].joined()
  }

  /// Declines an item.
  func reject(_ number: Int64, as identity: InboxIdentity?) async throws(Failure) -> InboxRow {
    try await decisions.reject(number, as: identity)
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to inbox: InboxController) {
    on(ListInbox.self) { (request) throws(Failure) in
      try await inbox.list(request.limit, before: request.before, all: request.all ?? false)
    }
    on(FindPicture.self) { (request) throws(Failure) in try await inbox.findPicture(.init(request.choice)) }
    on(AcknowledgeLosses.self) { (request) throws(Failure) in
      try await inbox.passLosses(request.losses, of: request.owner)
      return Acknowledgement()
    }
    on(ShowInboxItem.self) { (request) throws(Failure) in try await inbox.show(request.number, as: request.identity) }
    on(AcceptInboxItem.self) { (request, conversation) throws(Failure) in
      try await inbox.accept(request.number, as: request.identity, conversation)
    }
    on(ReadInboxItems.self) { (request) throws(Failure) in try await inbox.read(request.numbers) }
    on(RejectInboxItem.self) { (request) throws(Failure) in
      try await inbox.reject(request.number, as: request.identity)
    }
  }
}

extension InboxStore.PictureChoice {
  fileprivate init(_ choice: PictureChoice) {
    self =
      switch choice {
      case .lastOpened: .lastOpened
      case .item(let number): .item(number)
      case .older(let number): .older(than: number)
      case .newer(let number): .newer(than: number)
      }
  }
}
