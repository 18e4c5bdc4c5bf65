internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI

/// Knows what the user has proposed to others.
protocol ProposalNaming: Sendable {
  /// What the user's proposals of these ids are called, as far as they are among the newest that the user has sent and the server can be had.
  func titles(of pushes: Set<UUID>) async -> [UUID: String]
}

/// The requests of the messages page: what others wrote to the user, in one list.
struct CorrespondenceController: Sendable {
  let owners: any InboxOwnerResolving
  let store: InboxStore
  let hints: any HintAsking
  let sync: any DecisionSending
  let listed: ListedPlaces
  let proposals: any ProposalNaming

  /// The newest entries; where the user sees them all, they count as read from then on.
  func list(
    _ request: ListCorrespondence, _ conversation: any Conversation
  ) async throws(Failure) -> CorrespondenceListing {
    let owner = try await owners.fetchedOwner()
    let isCurrent = request.asksServer ?? true ? try await hints.ask(.messages, conversation) : true
    let kinds = try Self.kinds(request.kind)
    var rows: [CorrespondenceRow]
    let askedAt: Date
    do throws(InboxStoreError) {
      let entries = try await store.correspondence(kinds, limit: request.limit, for: owner)
      rows = try await self.rows(entries, from: 1, owner).map(\.shortened)
      askedAt = try await store.lastQuery(of: .messages, for: owner)
      if request.isSeen ?? true {
        try await store.markShown(entries, at: Date(), for: owner)
        listed.remember(entries.map(\.id), request.kind, for: owner)
      }
    } catch { throw Failure(error) }
    await sync.sendDecisions()
    if request.namesProposals ?? false { await nameProposals(in: &rows) }
    return CorrespondenceListing(entries: rows, askedAt: isCurrent ? nil : askedAt)
  }

  /// Says of comments and likes what the user's proposals are called that they are about, as far as the server can be had.
  private func nameProposals(in rows: inout [CorrespondenceRow]) async {
    let titles = await proposals.titles(of: Set(rows.filter { $0.subject == nil }.compactMap(\.push)))
    for place in rows.indices where rows[place].subject == nil {
      rows[place].subject = rows[place].push.flatMap { titles[$0] }.flatMap(CorrespondenceRow.subject)
    }
  }

  /// One entry, which counts as read from then on, unless it was opened before.
  func show(_ request: ShowCorrespondence) async throws(Failure) -> CorrespondenceRow {
    let owner = try await owners.owner()
    let reference = request.entry
    if case .hint = reference {
      // It came before what it tells of.
      await hints.tryToAsk(.messages)
    }
    let (entry, number) = try await find(reference)
    let row: CorrespondenceRow?
    do throws(InboxStoreError) {
      row = try await rows([entry], from: number, owner).first
      if request.isSeen ?? true { try await store.markShown([entry], at: Date(), for: owner) }
    } catch { throw Failure(error) }
    await sync.sendDecisions()
    guard let row else { throw Self.noEntry }
    return row
  }

  /// The entry that is meant, and its place.
  func find(_ reference: CorrespondenceReference) async throws(Failure) -> (entry: CorrespondenceEntry, number: Int) {
    let owner = try await owners.owner()
    do throws(InboxStoreError) {
      switch reference {
      case .place(let number, let kind):
        if let id = listed.entry(at: number, kind, for: owner) {
          let kinds = kind == nil ? Self.anywhere : [try Self.stored(kind)]
          guard let found = try await placed(owner, kinds, where: { $0.id == id }) else { break }
          return (found.entry, number)
        }
        let entries = try await store.correspondence(try Self.stored(kind), limit: number, for: owner)
        guard number > 0, entries.count == number, let entry = entries.last else { break }
        return (entry, number)
      case .id(let id):
        if let found = try await placed(owner, Self.anywhere, where: { $0.id == id }) { return found }
      case .hint(let number):
        let hint = try await store.entry(number, for: owner)
        guard let payload = hint.payload, let subject = payload.subject else { break }
        let isMeant: @Sendable (CorrespondenceEntry) -> Bool = {
          $0.kind.rawValue == payload.kind.name && $0.subject == subject && $0.user == hint.sender?.id
        }
        let kind = try Self.stored(CorrespondenceKind(rawValue: payload.kind.name))
        if let found = try await placed(owner, [kind], where: isMeant) { return found }
      }
    } catch { throw Failure(error) }
    throw Self.noEntry
  }

  /// Among all, and then among those of each kind, whose lists go further back.
  private static let anywhere =
    [Set(CorrespondenceEntry.Kind.allCases)] + CorrespondenceEntry.Kind.allCases.map { [$0] }

  /// The newest of some, with its place among those of a set of kinds; the sets are looked through one after the other, each as far as lists go.
  private func placed(
    _ owner: InboxOwner, _ kinds: [Set<CorrespondenceEntry.Kind>], where isMeant: (CorrespondenceEntry) -> Bool
  ) async throws(InboxStoreError) -> (entry: CorrespondenceEntry, number: Int)? {
    for kinds in kinds {
      let entries = try await store.correspondence(kinds, limit: InboxStore.maximumPageCount, for: owner)
      if let index = entries.firstIndex(where: isMeant) { return (entries[index], index + 1) }
    }
    return nil
  }

  private static let noEntry = Failure(
    .usage, "There is no such entry.", hint: "vault messages lists them; the first is 1.")

  private static func kinds(_ kind: CorrespondenceKind?) throws(Failure) -> Set<CorrespondenceEntry.Kind> {
    do throws(InboxStoreError) { return try stored(kind) } catch { throw noEntry }
  }

  /// The kinds as the store has them.
  private static func stored(_ kind: CorrespondenceKind?) throws(InboxStoreError) -> Set<CorrespondenceEntry.Kind> {
    guard let kind else { return Set(CorrespondenceEntry.Kind.allCases) }
    guard let stored = CorrespondenceEntry.Kind(rawValue: kind.rawValue) else { throw InboxStoreError(.notFound) }
    return [stored]
  }

  private func rows(
    _ entries: [CorrespondenceEntry], from first: Int, _ owner: InboxOwner
  ) async throws(InboxStoreError) -> [CorrespondenceRow] {
    var rows: [CorrespondenceRow] = []
    for (number, entry) in zip(first..., entries) {
      let summary = entry.kind == .message ? nil : try await store.summary(of: entry.subject, for: owner)
      rows.append(CorrespondenceRow(entry, number: number, about: summary))
    }
    return rows
  }
}

extension CorrespondenceRow {
  /// How much of a text a list has, in Unicode scalars: a page of them has to fit into one message.
  private static let listedCount = 500

  /// The same with the beginning of a long text alone.
  fileprivate var shortened: CorrespondenceRow {
    var row = self
    row.text = text.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(Self.listedCount))) }
    return row
  }

  /// The longest first line of what something is about, in characters.
  private static let subjectCount = 200

  /// The first line of a title.
  fileprivate static func subject(_ title: String) -> String? {
    title.split(separator: "\n").first.map { String($0.prefix(subjectCount)) }
  }

  fileprivate init(_ entry: CorrespondenceEntry, number: Int, about summary: SubjectSummary?) {
    let line = summary?.title.flatMap(Self.subject)
    var push: UUID?
    // What the user got is an item of the inbox; what is none here, the user sent.
    if case .push(let id) = entry.subject, summary?.isOwn != false { push = id }
    self.init(
      number: number, id: entry.id, kind: CorrespondenceKind(rawValue: entry.kind.rawValue) ?? .unknown,
      user: entry.user, name: entry.name, nickname: entry.nickname, author: entry.title, text: entry.text,
      subject: line, isAboutOwn: summary.map { $0.isOwn ?? (push != nil) }, push: push, date: entry.date,
      isUnread: !entry.isRead, item: summary?.item)
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to correspondence: CorrespondenceController) {
    on(ListCorrespondence.self) { (request, conversation) throws(Failure) in
      try await correspondence.list(request, conversation)
    }
    on(ShowCorrespondence.self) { (request) throws(Failure) in try await correspondence.show(request) }
  }
}
