internal import FoundationEssentials
internal import ServerAPI

/// Channels: who is enrolled, and messages, which are stored first, then sent to whom it concerns.
struct ChannelService: Sendable {
  let storage: any ServerStorage
  let throttle: SendThrottle
  let hub: StreamHub<ChannelCursor>
  let open: OpenChannels
  let announcer: ChannelAnnouncer
  let figures: ServerMetrics
  let clock: ServerClock

  static let noChannel = APIFailure(.notFound, "there is no such channel")

  /// The channel that an account is enrolled in, or its conversation with the user of that id.
  ///
  /// - Throws: ``APIFailure``: 403, 404.
  func place(of channel: UUID, for account: Account) async throws -> ChannelPlace {
    let access = try await storage.access(of: account.id, to: channel)
    let side = access == .noChannel ? try await storage.side(of: account.id, with: channel) : nil
    return try Self.place(of: channel, access, side)
  }

  /// The same of what is known of both.
  ///
  /// - Throws: ``APIFailure``: 403, 404.
  static func place(
    of channel: UUID, _ access: ChannelAccess, _ side: ConversationSide?
  ) throws(APIFailure) -> ChannelPlace {
    switch access {
    case .noChannel:
      guard let side else { throw noChannel }
      return ChannelPlace(side)
    case .notEnrolled: throw APIFailure(.forbidden, "enrol in the channel first")
    case .enrolled(let bounds): return ChannelPlace(id: channel, bounds: bounds)
    }
  }

  /// Adds a channel that was checked to the catalogue.
  func add(_ details: ChannelDetails) async throws -> CatalogueChannel {
    let channel = StoredChannel(details, createdAt: clock.date())
    try await storage.add(channel)
    return CatalogueChannel(
      id: channel.id, title: channel.title, description: channel.description, picture: channel.picture,
      isEnrolled: false, bounds: channel.bounds)
  }

  /// Describes a channel anew.
  ///
  /// - Throws: ``APIFailure`` with 404.
  func describe(_ channel: UUID, as details: ChannelDetails, for account: UUID) async throws -> CatalogueChannel {
    guard let entry = try await storage.describe(channel, as: details, for: account) else { throw Self.noChannel }
    return entry
  }

  /// Removes a channel with its messages, and ends its streams.
  ///
  /// - Throws: ``APIFailure`` with 404.
  func remove(_ channel: UUID) async throws {
    guard try await storage.removeChannel(channel) else { throw Self.noChannel }
    open.leave(channel)
  }

  /// Ends the streams of channels that a command has removed.
  func endRemoved() async throws {
    let streaming = Set(open.channels)
    guard !streaming.isEmpty else { return }
    for gone in streaming.subtracting(try await storage.catalogue(of: nil).map(\.id)) { open.leave(gone) }
  }

  /// Gives the opening of a channel by a device its number: above those of all that the device opened before, on any node.
  func numberOpening(of device: String) async throws -> Int64 {
    try await storage.nodes?.open(device: device) ?? open.nextNumber()
  }

  /// Enrols an account.
  ///
  /// - Throws: ``APIFailure`` with 404.
  func enrol(_ account: Account, in channel: UUID) async throws -> CatalogueChannel {
    guard let entry = try await storage.enrol(account.id, in: channel, at: clock.date()) else { throw Self.noChannel }
    return entry
  }

  /// Ends an enrolment, and the streams of the channel that the account has open.
  ///
  /// - Throws: ``APIFailure`` with 404.
  func leave(_ account: Account, _ channel: UUID) async throws {
    guard try await storage.leave(account.id, channel) else { throw Self.noChannel }
    open.leave(channel, account.id)
  }

  /// Stores a message: in a channel, or where there is none of that id for the user of it.
  ///
  /// - Throws: ``APIFailure``: 403, 404, 409, 422, 429.
  func post(_ request: ChannelMessageRequest, to channel: UUID, from account: Account) async throws
    -> (ChannelMessage, isNew: Bool)
  {
    guard (1...ServerLimits.messageByteCount).contains(request.text.utf8.count) else {
      throw APIFailure(.invalidField, "a message has 1 to \(ServerLimits.messageByteCount) bytes")
    }
    let message = ChannelMessage(
      sequence: 0, id: request.id, sender: account.id, senderName: account.shortName, text: request.text,
      receivedAt: clock.date())
    switch try await storage.access(of: account.id, to: channel) {
    case .noChannel: return try await converse(message, with: channel)
    case .notEnrolled, .enrolled: break
    }
    switch try await storage.append(message, to: channel) {
    case .stored(let stored):
      figures.messages.add(1)
      hub.publish([(channel, try MessageEvent(stored))])
      announcer.announce(stored.sequence, of: .channel(channel))
      return (stored, true)
    case .repeated(let stored): return (stored, false)
    case .idIsTaken: throw APIFailure(.conflict, "this id was used for another message")
    case .refused: throw APIFailure(.forbidden, "enrol in the channel first")
    }
  }
}
