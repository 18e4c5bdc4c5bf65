public import FoundationEssentials

/// Whom a push is for.
///
/// On the wire an object with one member: `{"alias": ID}`, `{"device": TOKEN}`, `{"channel": ID}` or `{"everyone": true}`.
public enum Recipient: Equatable, Sendable {
  /// All devices of a user, by the id of the account.
  case alias(UUID)
  /// One device.
  case device(String)
  /// Everybody who is enrolled in a channel.
  case channel(UUID)
  /// Every user of the server.
  case everyone
}

extension Recipient: Codable {
  private enum CodingKeys: String, CodingKey {
    case alias, device, channel, everyone
  }

  /// Reads the object.
  ///
  /// - Throws: `DecodingError` unless it has exactly one member that is known.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    guard members.allKeys.count == 1, let key = members.allKeys.first else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "one of alias, device, channel, everyone"))
    }
    switch key {
    case .alias: self = .alias(try members.decode(UUID.self, forKey: key))
    case .device: self = .device(try members.decode(String.self, forKey: key))
    case .channel: self = .channel(try members.decode(UUID.self, forKey: key))
    case .everyone:
      guard try members.decode(Bool.self, forKey: key) else {
        throw DecodingError.dataCorruptedError(forKey: key, in: members, debugDescription: "everyone is true")
      }
      self = .everyone
    }
  }

  /// Writes the object.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .alias(let id): try members.encode(id, forKey: .alias)
    case .device(let token): try members.encode(token, forKey: .device)
    case .channel(let id): try members.encode(id, forKey: .channel)
    case .everyone: try members.encode(true, forKey: .everyone)
    }
  }
}

/// A push that the server has taken; the answer to `POST /v1/pushes`.
public struct Push: Codable, Equatable, Sendable {
  /// Stable and opaque.
  public var id: UUID
  /// When the server took it.
  public var createdAt: Date
  /// When it is no longer delivered; nil for never.
  public var expiresAt: Date?
  /// In how many inboxes it was put.
  public var inboxCount: Int
  /// By what it takes the place of others, as the answer to `POST /v1/pushes` repeats it; nil for nothing, and from a server that does not
  /// know of that.
  public var collapseID: String?

  /// Describes a push.
  public init(id: UUID, createdAt: Date, expiresAt: Date?, inboxCount: Int, collapseID: String? = nil) {
    self.id = id
    self.collapseID = collapseID
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.inboxCount = inboxCount
  }
}

/// How far a push has come; the answer to `GET /v1/pushes/{id}`.
public struct PushStatus: Codable, Equatable, Sendable {
  /// How far it has come on one device.
  public struct Delivery: Codable, Equatable, Sendable {
    /// Whose device it is.
    public var user: UUID
    /// The device's name; nil for a user who has none.
    public var device: String?
    /// How far.
    public var state: DeliveryState
    /// Since when.
    public var since: Date

    /// Describes a delivery.
    public init(user: UUID, device: String?, state: DeliveryState, since: Date) {
      self.user = user
      self.device = device
      self.state = state
      self.since = since
    }
  }

  /// The push.
  public var push: Push
  /// A delivery for each device.
  public var deliveries: [Delivery]
  /// True once all recipients have redacted it, or got another in its place, so that its text is gone. Nil where not.
  public var redacted: Bool?
  /// How its recipients see who sent it. Nil from an older server, and for a push that one took.
  public var sender: ItemSender?

  /// Describes how far a push has come.
  public init(push: Push, deliveries: [Delivery], redacted: Bool? = nil, sender: ItemSender? = nil) {
    self.redacted = redacted
    self.sender = sender
    self.push = push
    self.deliveries = deliveries
  }
}
