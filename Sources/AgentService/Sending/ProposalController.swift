internal import AgentAPI
internal import AgentInbox
internal import CivilTime
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import ServerClient
internal import TaskStore
internal import VaultModel

/// Knows what the user has sent to others.
protocol SentPushReading: Sendable {
  /// A page of it, the newest first.
  ///
  /// - Parameters:
  ///   - state: these alone; nil for all.
  ///   - push: where the page before ended; nil for the newest.
  ///   - limit: the most of the page.
  func sentPushes(
    _ state: SentPushState?, before push: UUID?, limit: Int
  ) async throws(ServerClientError) -> SentPushes
}

extension AuthClient: SentPushReading {
  func sentPushes(
    _ state: SentPushState?, before push: UUID?, limit: Int
  ) async throws(ServerClientError) -> SentPushes {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.sentPushes(state, before: push, limit: limit, at: origin, token: token)
    }
  }
}

/// The requests about what the user proposes to others.
struct ProposalController: Sendable {
  /// The most proposals of a page: each has at most the text of a payload.
  static let pageCount = 100
  /// The most pages of the server's that are read for one request.
  private static let serverPageCount = 20

  let owners: any InboxOwnerResolving
  let store: InboxStore
  let sync: any DecisionSending
  let people: PersonResolver
  let server: any PushSending & SentPushReading & Following
  let tasks: any TaskReading

  /// Proposes a task to somebody.
  func propose(_ draft: ProposalDraft) async throws(Failure) -> ProposalRow {
    let payload = try ProposalPayload.text(draft)
    let owner = try await owners.owner()
    let user = try await people.recipient(draft.person)
    guard user != owner.user else { throw Failure.ownProposal }
    let profile: Profile
    do { profile = try await server.profile(of: user) } catch { throw Failure(error, about: user.text) }
    try await checkIsOpen(draft.task)
    // One push, however often a lost answer has it sent.
    let key = draft.key ?? UUID().uuidString.lowercased()
    let push: Push
    do throws(ServerClientError) {
      push = try await server.push(
        payload, to: .alias(user), expiresAt: draft.expiresAt, expiresIn: nil, manner: PushManner(), key: key)
    } catch { throw Failure(error, sendingTo: .alias(user), key: key) }
    return ProposalRow(
      id: push.id, user: user, name: profile.name, nickname: profile.nickname, text: draft.name, notes: draft.notes,
      dueDate: draft.due?.date, isAllDay: draft.due?.isAllDay == true ? true : nil,
      createdAt: push.createdAt, expiresAt: push.expiresAt)
  }

  /// Refuses the text of a task that has become protected, or has gone, since it was read.
  private func checkIsOpen(_ task: UUID?) async throws(Failure) {
    guard let task else { return }
    let found: TodoTask?
    do throws(TaskStoreError) { found = try await tasks.task(task) } catch { throw Failure(error) }
    guard let found, !found.isProtected else {
      throw Failure(.refused, "This task is protected, and is proposed to nobody.", hint: "Nothing was sent.")
    }
  }

  /// A page of the user's proposals, newest first; what tells of decisions about these counts as read from then on.
  func list(_ request: ListProposals) async throws(Failure) -> ProposalListing {
    let owner = try await owners.owner()
    let limit = min(max(request.limit, 1), Self.pageCount)
    let nicknames = try await nicknames(owner)
    var listing = ProposalListing(next: request.before)
    for _ in 0..<Self.serverPageCount {
      let page = try await page(request.all ? nil : .open, listing.next, limit - listing.proposals.count)
      listing.proposals += page.pushes.compactMap { ProposalRow($0, nicknames) }
      listing.next = page.next
      if page.next == nil || listing.proposals.count >= limit { break }
    }
    try await markRead(listing.proposals, owner)
    return listing
  }

  /// The proposal of an id, or of the beginning of one; what tells of its decision counts as read from then on.
  func show(_ reference: String) async throws(Failure) -> ProposalRow {
    let owner = try await owners.owner()
    let row = try await find(reference, try await nicknames(owner))
    try await markRead([row], owner)
    return row
  }

  /// The proposal of an id, or of the beginning of one.
  func find(_ reference: String) async throws(Failure) -> ProposalRow {
    try await find(reference, try await nicknames(try await owners.owner()))
  }

  private func find(_ reference: String, _ nicknames: [UUID: String]) async throws(Failure) -> ProposalRow {
    guard let beginning = IDBeginning(reference) else { throw Failure.noProposal(reference) }
    var (found, last, isWhole): ([ProposalRow], UUID?, Bool) = ([], nil, false)
    for _ in 0..<Self.serverPageCount {
      let page = try await page(nil, last, ServerLimits.pageCount)
      found += page.pushes.compactMap { ProposalRow($0, nicknames) }.filter { beginning.matches($0.id) }
      isWhole = page.next == nil
      // A whole id is nobody else's.
      guard let next = page.next, found.count < 2, found.isEmpty || !beginning.isWhole else { break }
      last = next
    }
    guard found.count < 2 else {
      throw Failure(.usage, "Several proposals begin like that.", hint: "Give more digits of the id.")
    }
    if let row = found.first { return row }
    guard isWhole else {
      throw Failure(
        .usage, "It is not among the newest \(Self.serverPageCount * ServerLimits.pageCount) that you have sent.",
        hint: "No more are looked through.")
    }
    throw Failure.noProposal(reference)
  }

  private func nicknames(_ owner: InboxOwner) async throws(Failure) -> [UUID: String] {
    do throws(InboxStoreError) { return try await store.nicknames(for: owner) } catch {
      // Nothing was fetched yet.
      if error.code == .unknownOwner { return [:] }
      throw Failure(error)
    }
  }

  private func markRead(_ rows: [ProposalRow], _ owner: InboxOwner) async throws(Failure) {
    let proposals = Set(rows.filter { $0.decision != .open }.map(\.id))
    guard !proposals.isEmpty else { return }
    do { try await store.markRead(decisionsAbout: proposals, at: Date(), for: owner) } catch { throw Failure(error) }
    await sync.sendDecisions()
  }

  private func page(
    _ state: SentPushState?, _ push: UUID?, _ limit: Int
  ) async throws(Failure) -> SentPushes {
    do throws(ServerClientError) { return try await server.sentPushes(state, before: push, limit: limit) } catch {
      switch error.code {
      case .notFound: throw Failure(.unsupported, "This server is too old to list proposals.", hint: "Have it updated.")
      case .invalidInput:
        throw Failure(.tryLater, "The list has changed while it was read.", hint: "Ask for it once more.")
      default: throw Failure(error)
      }
    }
  }
}

extension ProposalController: ProposalNaming {
  func titles(of pushes: Set<UUID>) async -> [UUID: String] {
    var (titles, missing, last): ([UUID: String], Set<UUID>, UUID?) = ([:], pushes, nil)
    for _ in 0..<Self.serverPageCount where !missing.isEmpty {
      guard let page = try? await page(nil, last, ServerLimits.pageCount) else { break }
      for row in page.pushes.compactMap({ ProposalRow($0, [:]) }) where missing.remove(row.id) != nil {
        titles[row.id] = row.text
      }
      guard let next = page.next else { break }
      last = next
    }
    return titles
  }
}

extension ProposalRow {
  /// Nil for what proposes nothing. What a push without a text was can't be told unless it was decided.
  fileprivate init?(_ push: SentPush, _ nicknames: [UUID: String]) {
    let payload = push.payload.map { PushPayload($0) }
    let due = payload?.dueMoment(in: .system())
    let isDecided = push.state == .accepted || push.state == .rejected
    guard payload.map(\.kind.wantsDecision) ?? isDecided else { return nil }
    self.init(
      id: push.push, user: push.user, name: push.name, nickname: nicknames[push.user], text: payload?.title,
      notes: payload.flatMap { $0.text.isEmpty ? nil : $0.text }, dueDate: due?.date,
      isAllDay: due?.isAllDay == true ? true : nil, createdAt: push.createdAt,
      expiresAt: push.expiresAt, decision: PushReport.Decision(push.state), decidedAt: push.since)
  }
}

extension PushReport.Decision {
  fileprivate init(_ state: SentPushState) {
    self =
      switch state {
      case .open: .open
      case .accepted: .accepted
      case .rejected: .rejected
      case .expired: .expired
      }
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to proposals: ProposalController) {
    on(ProposeTask.self) { (request) throws(Failure) in try await proposals.propose(request.draft) }
    on(ListProposals.self) { (request) throws(Failure) in try await proposals.list(request) }
    on(ShowProposal.self) { (request) throws(Failure) in try await proposals.show(request.proposal) }
  }
}
