internal import FoundationEssentials
internal import ServerAPI

/// What is to be pushed.
struct PushRequest: Sendable {
  /// Whom it is for; nil for the user's own devices.
  var recipient: Recipient?
  /// A JSON object, as it was written.
  var payload: String
  var expiresAt: Date?
  /// How long it lasts from when the server takes it, in seconds; nil unless that is said instead of a moment.
  var expiresIn: Int?
  var idempotencyKey: String?
  var manner = PushManner()
}

/// Stores pushes that may be sent, then notifies their recipients.
struct PushDelivery: Sendable {
  /// 429: it is for the recipient to decide first, so the time to wait is a guess.
  private static let tooManyWaiting = APIFailure(
    .tooManyRequests,
    "\(ServerLimits.waitingPushCount) pushes of yours wait for this user already; send more when some are decided or over"
  ).retrying(after: .seconds(600))

  private static let stillSpreading = APIFailure(
    .tooManyRequests,
    "your earlier push with this collapse id is still on its way into inboxes; send this one again in a moment"
  ).retrying(after: .seconds(2))

  private static let tooMuchSpreading = APIFailure(
    .tooManyRequests, "your earlier pushes are still on their way into very many inboxes; send more when they are there"
  ).retrying(after: .seconds(10))

  let storage: any PushStorage
  let hub: EventHub
  let broadcasts: BroadcastSignal
  let figures: ServerMetrics
  let clock: ServerClock

  /// - Parameter kind: what it is where a person sends it to another one.
  /// - Throws: ``APIFailure``: 403, 404, 409, 422, 429.
  func deliver(
    _ request: PushRequest, to recipient: Recipient, from sender: Sender, as kind: PersonalPush.Kind = .proposal
  ) async throws -> (Push, isNew: Bool) {
    // As it is stored: whoever repeats this push must find the expiry that is reckoned from it.
    let now = Date(milliseconds: clock.date().milliseconds)
    // Unlike `UUID()`, it opens no file for that.
    var random = SystemRandomNumberGenerator()
    var push = StoredPush(
      id: .random(using: &random), sender: sender.pushSender, recipient: recipient,
      idempotencyKey: request.idempotencyKey,
      payload: request.payload, createdAt: now, expiresAt: request.expiresAt, lifetime: request.expiresIn,
      picture: PayloadPicture.id(in: request.payload), signature: sender.signature, manner: request.manner,
      personal: sender.personal(to: recipient, as: kind))
    push.expiresAt = push.expiry(madeAt: now)
    switch try await storage.append(push) {
    case .stored(let stored, let numbers, let count, let replaced):
      figures.pushes.add(1)
      figures.items.add(count)
      try hub.publish(stored, numbers, replaced)
      if stored.recipient.isBroadcast, numbers.isEmpty { broadcasts.send() }
      return (Push(stored, inboxCount: count), true)
    case .withheld(let stored, let replaced):
      figures.pushes.add(1)
      hub.publish(try replaced.map { ($0.key, try .change($0.value)) })
      // As it would be if nobody were blocked.
      return (Push(stored, inboxCount: 1), true)
    case .repeated(let stored, let count): return (Push(stored, inboxCount: count), false)
    case .keyIsTaken: throw APIFailure(.conflict, "this idempotency key was used for another push")
    case .expired: throw APIFailure(.invalidField, "the push has expired already")
    case .noRecipient: throw APIFailure(.notFound, "there is no such \(recipient.kind)")
    case .notFollowed:
      throw APIFailure(.forbidden, "whom you send to has to follow you first: then they get what you send")
    case .tooManyWaiting: throw Self.tooManyWaiting
    case .stillSpreading: throw Self.stillSpreading
    case .tooMuchSpreading: throw Self.tooMuchSpreading
    }
  }

  /// Sends a notice of the server's, which is stored, to the devices of its recipient.
  ///
  /// - Throws: what encoding throws.
  func announce(_ notice: StoredNotice) throws {
    figures.pushes.add(1)
    figures.items.add(1)
    hub.publish([(notice.account, .push(sequence: notice.sequence, try PushEventData(notice.push)))])
  }
}

extension EventHub {
  /// Tells the devices of those who have got a push, and of what it took the place of.
  ///
  /// - Parameter numbers: its number in each inbox.
  /// - Throws: what encoding throws.
  func publish(_ push: StoredPush, _ numbers: [UUID: Int64], _ replaced: [UUID: InboxChange]) throws {
    publish(try replaced.map { ($0.key, try .change($0.value)) })
    let heard = heard(numbers)
    guard !heard.isEmpty else { return }
    let data = try PushEventData(push)
    publish(heard.map { ($0.key, .push(sequence: $0.value, data)) })
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
    self.init(
      id: push.id, createdAt: push.createdAt, expiresAt: push.expiresAt, inboxCount: inboxCount,
      collapseID: push.manner.collapseID)
  }
}
