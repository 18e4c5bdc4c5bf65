internal import FoundationEssentials
internal import ServerAPI

/// What a client asks to push.
struct PushRequest: Sendable {
  /// Whom it is for; nil for the user's own devices.
  var recipient: Recipient?
  /// A JSON object, as it was written.
  var payload: String
  var expiresAt: Date?
  /// How long it lasts from when the server takes it, in seconds; nil unless that is said instead of a moment.
  var expiresIn: Int?
  var idempotencyKey: String?
}

/// Takes pushes: who may send what, stored first, then told to whom it concerns.
struct PushService: Sendable {
  let storage: any ServerStorage
  let senders: SenderService
  let throttle: SendThrottle
  let hub: EventHub
  let figures: ServerMetrics
  let clock: ServerClock

  /// - Throws: ``APIFailure``: 403, 404, 409, 422.
  func push(_ request: PushRequest, from sender: Sender) async throws -> (Push, isNew: Bool) {
    guard let recipient = request.recipient ?? sender.ownAlias else {
      throw APIFailure(.invalidField, "the field \"to\" is missing")
    }
    guard try await senders.may(sender, sendTo: recipient) else {
      throw APIFailure(.forbidden, Self.bounds(of: sender))
    }
    return try await store(request, to: recipient, from: sender.pushSender)
  }

  /// Stores a push that may be sent, and tells those whom it is for.
  ///
  /// - Throws: ``APIFailure``: 404, 409, 422.
  func store(
    _ request: PushRequest, to recipient: Recipient, from sender: PushSender
  ) async throws -> (Push, isNew: Bool) {
    // As it is kept: whoever repeats this push must find the expiry that is reckoned from it.
    let now = Date(milliseconds: clock.date().milliseconds)
    var push = StoredPush(
      id: UUID(), sender: sender, recipient: recipient, idempotencyKey: request.idempotencyKey,
      payload: request.payload, createdAt: now, expiresAt: request.expiresAt, lifetime: request.expiresIn,
      picture: PayloadPicture.id(in: request.payload))
    push.expiresAt = push.expiry(madeAt: now)
    switch try await storage.append(push) {
    case .stored(let stored, let places):
      figures.pushes.add(1)
      figures.items.add(places.count)
      let data = try PushEventData(stored)
      hub.tell(places.map { ($0.account, .push(sequence: $0.sequence, data)) })
      return (Push(stored, inboxCount: places.count), true)
    case .repeated(let stored, let count): return (Push(stored, inboxCount: count), false)
    case .keyIsTaken: throw APIFailure(.conflict, "this idempotency key was used for another push")
    case .expired: throw APIFailure(.invalidField, "the push has expired already")
    case .noRecipient: throw APIFailure(.notFound, "there is no such \(recipient.kind)")
    }
  }

  /// Where a sender may send, whoever is there.
  private static func bounds(of sender: Sender) -> String {
    switch sender {
    case .account: "you may send to yourself, to your own devices and to channels that you are enrolled in, no further"
    case .token: "this token's scopes do not reach that far"
    }
  }

  /// How far one of the sender's pushes has come.
  ///
  /// - Throws: ``APIFailure`` with 404.
  func status(of id: UUID, from sender: PushSender) async throws -> PushStatus {
    guard let status = try await storage.status(ofPush: id, from: sender, now: clock.date()) else {
      throw APIFailure(.notFound, "there is no such push of yours")
    }
    return status
  }
}

extension Recipient {
  /// What people call it.
  fileprivate var kind: String {
    switch self {
    case .alias: "user"
    case .device: "device"
    case .channel: "channel"
    case .everyone: "recipient"
    }
  }
}

extension Push {
  fileprivate init(_ push: StoredPush, inboxCount: Int) {
    self.init(id: push.id, createdAt: push.createdAt, expiresAt: push.expiresAt, inboxCount: inboxCount)
  }
}
