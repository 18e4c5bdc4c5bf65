internal import FoundationEssentials
internal import ServerAPI

/// A channel as it is stored.
struct StoredChannel: Equatable, Sendable {
  var id: UUID
  var title: String
  var description: String
  var picture: UUID?
  var createdAt: Date
  /// Where its messages stand.
  var bounds = SequenceBounds(first: 1, highest: 0)
}

extension StoredChannel {
  /// A new channel.
  init(_ details: ChannelDetails, createdAt: Date) {
    self.init(
      id: UUID(), title: details.title, description: details.description ?? "", picture: details.picture,
      createdAt: createdAt)
  }
}

/// What an account has to do with a channel.
enum ChannelAccess: Equatable, Sendable {
  /// There is no such channel.
  case noChannel
  /// There is, and the account is not enrolled in it.
  case notEnrolled(SequenceBounds)
  /// The account is enrolled.
  case enrolled(SequenceBounds)
}

/// The outcome of a message.
enum MessageOutcome: Equatable, Sendable {
  /// It is stored.
  case stored(ChannelMessage)
  /// The same sender's same message was stored before.
  case repeated(ChannelMessage)
  /// The id stands for another message of the channel.
  case idIsTaken
  /// There is no such channel, or the sender is not enrolled in it any more.
  case refused
}

/// Stores channels, who is enrolled in them, and their messages.
protocol ChannelStorage: Sendable {
  /// Adds a channel.
  func add(_ channel: StoredChannel) async throws
  /// Gives a channel another title, description and picture.
  ///
  /// - Returns: the channel as an account sees it; nil when there is none.
  func describe(_ channel: UUID, as details: ChannelDetails, for account: UUID) async throws -> CatalogueChannel?
  /// Removes a channel with its messages and enrolments.
  ///
  /// - Returns: whether there was one.
  func removeChannel(_ id: UUID) async throws -> Bool
  /// All channels, by title, as an account sees them; nil for nobody in particular.
  func catalogue(of account: UUID?) async throws -> [CatalogueChannel]
  /// What an account has to do with a channel.
  func access(of account: UUID, to channel: UUID) async throws -> ChannelAccess
  /// Enrols an account, if it is not yet.
  ///
  /// - Returns: the channel; nil when there is none.
  func enrol(_ account: UUID, in channel: UUID, at date: Date) async throws -> CatalogueChannel?
  /// Ends an enrolment, if there is one.
  ///
  /// - Returns: whether there is such a channel.
  func leave(_ account: UUID, _ channel: UUID) async throws -> Bool
  /// Everybody who is enrolled in a channel.
  func accounts(enrolledIn channel: UUID) async throws -> [UUID]
  /// Gives a message the channel's next number and stores it, durably when this returns. The message's own number counts
  /// for nothing.
  func append(_ message: ChannelMessage, to channel: UUID) async throws -> MessageOutcome
  /// The messages after a number, in their order.
  ///
  /// - Returns: at most `limit`, and what is kept; nil when there is no such channel.
  func messages(of channel: UUID, after sequence: Int64, limit: Int) async throws -> ChannelPage?
}

extension ChannelStorage {
  /// Whether an account is enrolled in a channel.
  func isEnrolled(_ account: UUID, in channel: UUID) async throws -> Bool {
    if case .enrolled = try await access(of: account, to: channel) { true } else { false }
  }
}
