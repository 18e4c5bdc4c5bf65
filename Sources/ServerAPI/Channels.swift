public import FoundationEssentials

/// A channel as the catalogue has it; an element of the answer to `GET /v1/catalogue`, and the answer to
/// `PUT /v1/channels/{id}/enrolment`.
public struct CatalogueChannel: Codable, Equatable, Sendable {
  /// Stable and opaque.
  public var id: UUID
  /// What people call it.
  public var title: String
  /// What it is about; may be empty.
  public var description: String
  /// The id of its picture, an attachment; nil for none.
  public var picture: UUID?
  /// Whether the user is enrolled.
  public var isEnrolled: Bool
  /// Where its messages stand.
  public var bounds: SequenceBounds

  /// Describes a channel.
  public init(
    id: UUID, title: String, description: String, picture: UUID?, isEnrolled: Bool, bounds: SequenceBounds
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.picture = picture
    self.isEnrolled = isEnrolled
    self.bounds = bounds
  }
}

/// The answer to `GET /v1/catalogue`, which has an `ETag` (RFC 9110, section 8.8.3): asked for with `If-None-Match`, a
/// catalogue that is the same is answered with 304.
public struct Catalogue: Codable, Equatable, Sendable {
  /// All channels, by title.
  public var channels: [CatalogueChannel]

  /// Lists channels.
  public init(channels: [CatalogueChannel]) { self.channels = channels }
}

/// The body of `POST /v1/channels/{id}/messages`.
public struct ChannelMessageRequest: Codable, Equatable, Sendable {
  /// Made by the client, and sent again with each attempt: of the same id and text there is one message.
  public var id: UUID
  /// 1 to ``ServerLimits/messageByteCount`` bytes of UTF-8.
  public var text: String

  /// Makes a request.
  public init(id: UUID, text: String) {
    self.id = id
    self.text = text
  }
}

/// A message that a user wrote and the server does not have yet.
public struct OutgoingMessage: Equatable, Sendable {
  /// Made on the user's machine.
  public var id: UUID
  /// The channel that it is for.
  public var channel: UUID
  /// What it says.
  public var text: String

  /// Describes a message.
  public init(id: UUID, channel: UUID, text: String) {
    self.id = id
    self.channel = channel
    self.text = text
  }
}

/// A message of a channel; an element of `GET /v1/channels/{id}/messages`, the data of a `message` event, and the answer to
/// `POST /v1/channels/{id}/messages`.
public struct ChannelMessage: Codable, Equatable, Sendable {
  /// Its place in the channel, counted from 1 without a gap.
  @SequenceNumber public var sequence: Int64
  /// As the client made it.
  public var id: UUID
  /// Who wrote it: the id of an account.
  public var sender: UUID
  /// What people call the sender: what stands before the `@` of the email.
  public var senderName: String
  /// As it was written.
  public var text: String
  /// When the server took it.
  public var receivedAt: Date

  /// Describes a message.
  public init(sequence: Int64, id: UUID, sender: UUID, senderName: String, text: String, receivedAt: Date) {
    self.sequence = sequence
    self.id = id
    self.sender = sender
    self.senderName = senderName
    self.text = text
    self.receivedAt = receivedAt
  }
}

/// The answer to `GET /v1/channels/{id}/messages`.
public struct ChannelPage: Codable, Equatable, Sendable {
  /// The messages after the one asked for, by their numbers; at most ``ServerLimits/pageCount``.
  public var messages: [ChannelMessage]
  /// What the server keeps. Where `first` is more than one beyond the number asked for, messages are lost to retention.
  public var bounds: SequenceBounds

  /// Makes a page.
  public init(messages: [ChannelMessage], bounds: SequenceBounds) {
    self.messages = messages
    self.bounds = bounds
  }
}

/// The data of a `channel` event of `GET /v1/events`: a channel that the user is enrolled in has new messages. One stands for
/// all that came since the last.
public struct ChannelNews: Codable, Equatable, Sendable {
  /// The channel.
  public var channel: UUID
  /// The number of its newest message.
  @SequenceNumber public var highest: Int64

  /// Tells of news.
  public init(channel: UUID, highest: Int64) {
    self.channel = channel
    self.highest = highest
  }
}

/// The data of a `closed` event, the last of `GET /v1/channels/{id}/events` where the server ends it.
public struct ChannelClosing: Codable, Equatable, Sendable {
  /// Why it ends.
  public enum Reason: String, Codable, Sendable, CaseIterable {
    /// The device has opened a channel elsewhere; one is open at a time.
    case replaced
    /// The user has left the channel.
    case left
  }

  /// Why it ends.
  public var reason: Reason

  /// Tells why.
  public init(reason: Reason) { self.reason = reason }
}
