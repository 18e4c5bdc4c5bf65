internal import FoundationEssentials
internal import ServerAPI

/// Accepts pushes: who may send what, and how far it has come.
struct PushService: Sendable {
  let storage: any PushStorage & SentPushStorage
  let senders: SenderService
  let throttle: SendThrottle
  let delivery: PushDelivery
  let clock: ServerClock

  /// - Throws: ``APIFailure``: 403, 404, 409, 422, 429.
  func push(_ request: PushRequest, from sender: Sender) async throws -> (Push, isNew: Bool) {
    guard let recipient = request.recipient ?? sender.ownAlias else {
      throw APIFailure(.invalidField, "the field \"to\" is missing")
    }
    guard try await senders.may(sender, sendTo: recipient) else {
      throw APIFailure(.forbidden, Self.bounds(of: sender))
    }
    return try await delivery.deliver(request, to: recipient, from: sender)
  }

  /// Where a sender may send, whoever is there.
  private static func bounds(of sender: Sender) -> String {
    switch sender {
    case .account:
      "you may send to yourself, to your own devices, to channels that you are enrolled in and to users who follow you, no further"
    case .token: "this token's scopes do not reach that far"
    }
  }

  /// How far one of the sender's pushes has come; what it has done on devices of other people is told to administrators and programs alone.
  ///
  /// - Throws: ``APIFailure`` with 404.
  func status(of id: UUID, from sender: Sender) async throws -> PushStatus {
    guard let status = try await storage.status(ofPush: id, from: sender.pushSender, now: clock.date()) else {
      throw APIFailure(.notFound, "there is no such push of yours")
    }
    guard case .account(let account, isAdministrator: false) = sender else { return status }
    return status.discreet(to: account.id)
  }

  /// A page of what a sender has sent to other users, to each alone.
  ///
  /// - Throws: ``APIFailure`` with 422 where it is to begin after what is not there any more.
  func sent(_ query: SentPushQuery, by sender: Sender) async throws -> SentPushes {
    let page = try await storage.sentPushes(query, from: sender.pushSender, now: clock.date())
    guard let page else {
      throw APIFailure(.invalidField, "the push that \"before\" names is not there any more; begin anew without it")
    }
    return page
  }
}
