internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import ServerClient

/// Has the server push something, and say what has become of it.
protocol PushSending: Sendable {
  /// The server of the present session, or the one to log in to; nil when neither is known.
  var origin: ServerOrigin? { get async }

  /// Pushes something.
  ///
  /// - Parameters:
  ///   - recipient: nil for the sender's own devices.
  ///   - expiresAt: when it is no longer delivered; nil for never.
  ///   - expiresIn: in how many seconds, instead of that, by the server's clock.
  ///   - manner: what it replaces, and how much it matters.
  ///   - key: what makes it one push however often it is sent.
  func push(
    _ payload: String, to recipient: Recipient?, expiresAt: Date?, expiresIn: Int?, manner: PushManner, key: String
  ) async throws(ServerClientError) -> Push

  /// How far a push of one's own has come.
  ///
  /// - Parameter seconds: how long the answer may take; nil for what is usual.
  func status(ofPush id: UUID, within seconds: Double?) async throws(ServerClientError) -> PushStatus
}

extension AuthClient: PushSending {
  func push(
    _ payload: String, to recipient: Recipient?, expiresAt: Date?, expiresIn: Int?, manner: PushManner, key: String
  ) async throws(ServerClientError) -> Push {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.push(
        payload, to: recipient, expiresAt: expiresAt, expiresIn: expiresIn, manner: manner, idempotencyKey: key,
        at: origin, token: token)
    }
  }

  func status(ofPush id: UUID, within seconds: Double?) async throws(ServerClientError) -> PushStatus {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.status(ofPush: id, within: seconds, at: origin, token: token)
    }
  }
}

/// The requests to push something, and what has become of it.
struct PushController: Sendable {
  let people: PersonResolver
  let server: any PushSending
  let pictures: PictureAttacher

  /// Pushes something; where the draft says so, a decision is waited for.
  func push(_ draft: PushDraft, _ conversation: any Conversation) async throws(Failure) -> PushReport {
    let manner = try Self.manner(of: draft)
    if draft.waitSeconds != nil { try Self.checkDecidable(PushPayload(draft.payload)) }
    var recipient: Recipient?
    if let text = draft.recipient { recipient = try await self.recipient(text) }
    let payload =
      draft.hasPicture == true
      ? try await pictures.payload(draft.payload, withPictureFrom: conversation) : draft.payload
    try await reportProblems(of: payload, conversation)
    // What ends with the wait does so by the server's clock: this one may be wrong.
    let expiresIn = draft.expiresAt == nil ? draft.waitSeconds : nil
    // One push, however often a lost answer has it sent.
    let key = draft.key ?? UUID().uuidString.lowercased()
    let push: Push
    do throws(ServerClientError) {
      push = try await server.push(
        payload, to: recipient, expiresAt: draft.expiresAt, expiresIn: expiresIn, manner: manner, key: key)
    } catch { throw Failure(error, sendingTo: recipient, key: key) }
    if let id = manner.collapseID, push.collapseID != id {
      try await conversation.notify(
        "This server is too old for --collapse-id: the push was sent, and took the place of none.")
    }
    var report = PushReport(id: push.id, inboxCount: push.inboxCount, decision: .open)
    guard let asked = draft.waitSeconds else { return report }
    let seconds = min(max(asked, 0), ServerLimits.lifetimeSeconds.upperBound)
    let id = push.id.uuidString.lowercased()
    try await conversation.notify("Sent push \(id). Should this end before a decision: vault push status \(id)")
    // What ends with the wait is over for the server a moment later: expiries are whole seconds.
    let patience = Duration.seconds(draft.expiresAt == nil ? seconds + Self.expirySlackSeconds : seconds)
    report.decision = try await decision(about: push.id, within: patience)
    return report
  }

  /// What has become of a push that the user sent.
  ///
  /// - Parameter seconds: how long the server's answer may take; nil for what is usual.
  func report(on push: UUID, within seconds: Double? = nil) async throws(Failure) -> PushReport {
    let status: PushStatus
    do { status = try await server.status(ofPush: push, within: seconds) } catch {
      throw Failure(error, askingAbout: push)
    }
    return PushReport(id: push, inboxCount: status.push.inboxCount, decision: Self.decision(status))
  }

  /// Who is meant: what has a colon says of which kind, and all else is a person.
  private func recipient(_ text: String) async throws(Failure) -> Recipient {
    if text == "everyone" { return .everyone }
    if !text.contains(":") { return .alias(try await people.recipient(text)) }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count == 2 ? parts[1] : nil) {
    case ("alias", let id?): if let id = UUID(uuidString: id) { return .alias(id) }
    case ("channel", let id?): if let id = UUID(uuidString: id) { return .channel(id) }
    case ("device", let token?): if DeviceToken.isValid(token) { return .device(token) }
    default: break
    }
    throw Failure(
      .usage, "\u{201C}\(text.prefix(80))\u{201D} is not a recipient.",
      hint: "Give a contact's name or somebody's ID (vault people), device:TOKEN, channel:ID or everyone.")
  }

  private static func manner(of draft: PushDraft) throws(Failure) -> PushManner {
    guard draft.collapseID.map(PushManner.isCollapseID) ?? true else {
      throw Failure(
        .usage, "A collapse ID has 1 to \(PushManner.collapseIDByteCount) visible ASCII characters.",
        hint: "Nothing was sent.")
    }
    guard let priority = PushPriority(rawValue: draft.priority ?? PushPriority.usual.rawValue) else {
      throw Failure(.usage, "A priority is 10, 5 or 1.", hint: "Nothing was sent.")
    }
    return PushManner(collapseID: draft.collapseID, priority: priority)
  }

  /// Tells what those who receive it will be told of it, by the same reader.
  private func reportProblems(of payload: String, _ conversation: any Conversation) async throws(Failure) {
    let read = PushPayload(payload)
    let origin = await server.origin?.description
    let problems = origin.map { read.problems(on: $0) } ?? read.problems
    if read.hasNothing {
      try await conversation.notify(
        "Whoever gets this push is shown nothing, for it has no aps.alert: only vault inbox --all lists it.")
    }
    // What is no object is refused by the next step.
    guard !read.isUnreadable, !problems.isEmpty else { return }
    let reasons = problems.joined(separator: "; ")
    try await conversation.notify("Whoever gets this push sees that it could not be understood: \(reasons).")
  }
}

// MARK: Waiting for a decision

extension PushController {
  /// How much later than the wait a push that ends with it may be over for the server, in seconds.
  private static let expirySlackSeconds = 2
  /// How often the server is asked.
  private static let decisionInterval = Duration.milliseconds(500)
  /// The shortest time that the server has for its last answer, in seconds.
  private static let lastAnswerSeconds = 1.0

  /// Nobody can decide about what proposes nothing.
  private static func checkDecidable(_ payload: PushPayload) throws(Failure) {
    guard !payload.isUnreadable, !payload.kind.wantsDecision else { return }
    let kinds = PushKind.all.filter(\.wantsDecision).map(\.name)
    throw Failure(
      .usage,
      "Only a \(kinds.joined(separator: " or a ")) can be accepted, and this is of the kind \(payload.kind.name): waiting would be in vain.",
      hint: "Nothing was sent. Leave out --wait, or give it \"kind\": \"\(kinds[0])\".")
  }

  /// Asks the server until somebody has decided. A server that is gone for a while ends no wait.
  ///
  /// - Throws: ``Failure`` why the server could not be asked, where that is how the wait ended.
  private func decision(about push: UUID, within patience: Duration) async throws(Failure) -> PushReport.Decision {
    let deadline = ContinuousClock.now + patience
    while true {
      do { try await Task.sleep(for: min(Self.decisionInterval, max(.zero, deadline - .now))) } catch {
        throw Failure(.tryLater, "It was not waited for.")
      }
      let isOver = ContinuousClock.now >= deadline
      do throws(Failure) {
        let left = max(Self.lastAnswerSeconds, (deadline - .now) / .seconds(1))
        let decision = try await report(on: push, within: left).decision
        if decision != .open || isOver { return decision }
      } catch {
        guard !isOver, error.code == .unavailable || error.code == .tryLater else { throw error }
      }
    }
  }

  private static func decision(_ status: PushStatus) -> PushReport.Decision {
    let states = Set(status.deliveries.map(\.state))
    if states.contains(.accepted) { return .accepted }
    if states.contains(.rejected) { return .rejected }
    return !states.isEmpty && states.isSubset(of: [.expired]) ? .expired : .open
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to pushes: PushController) {
    on(SendPush.self) { (request, conversation) throws(Failure) in try await pushes.push(request.draft, conversation) }
    on(ShowPush.self) { (request) throws(Failure) in try await pushes.report(on: request.id) }
  }
}
