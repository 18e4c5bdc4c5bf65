public import FoundationEssentials
public import ServerAPI

/// Keeps the channels of a user on this machine. A conversation of two is one of them, whose id is that of the other user. Each method returns once what it was given is durable.
///
/// A channel's messages come in the order of their numbers; one that is here already may come again, and is skipped.
public protocol ChannelReplica: Sendable {
  /// Which state of the user's enrolments is known: another one after each join or leave that was recorded here.
  func enrolmentMark() async throws -> Int
  /// The user is enrolled in these channels, and in no others. What they have of conversations stays.
  ///
  /// - Parameter mark: ``enrolmentMark()`` from before the server was asked.
  /// - Returns: those of which messages are missing here, or of which there are more here than the server has; nil, and nothing is
  ///   recorded, where the user joined or left a channel since, so that the server is to be asked again.
  func recordEnrolments(_ channels: [UUID: SequenceBounds], asOf mark: Int) async throws -> [UUID]?
  /// These are all conversations that the server has of the user.
  ///
  /// - Returns: those of which messages are missing here, or of which there are more here than the server has.
  func recordConversations(_ conversations: [UserConversation]) async throws -> [UUID]
  /// How far a channel has come here; nil when the user is not enrolled in it.
  func position(of channel: UUID) async throws -> SequencePosition?
  /// Stores messages of a channel; the newest of them is its position from now on.
  ///
  /// - Parameter bounds: what the server keeps, where it said so: messages before its first are lost.
  func store(_ messages: [ChannelMessage], bounds: SequenceBounds?, of channel: UUID) async throws
  /// The server has less of a channel than is here: it was rolled back, and gives the numbers to other messages. The channel's
  /// position is 0 from now on.
  func handleServerRollback(of channel: UUID) async throws
  /// What the user wrote that the server does not have yet, in its order, but for some channels.
  func outgoingMessages(besides channels: Set<UUID>) async throws -> [OutgoingMessage]
  /// The server has accepted a message.
  func sent(_ message: ChannelMessage, to channel: UUID) async throws
  /// The server rejects a message for good.
  func refused(_ message: OutgoingMessage, _ reason: MessageRefusal) async throws
}

/// Why a message is rejected.
public enum MessageRefusal: String, Equatable, Sendable {
  /// The user is not enrolled in the channel.
  case notEnrolled
  /// There is no such channel, or no longer; in a conversation the other user does not follow this one.
  case noChannel
  /// The server rejects such a text.
  case invalid

  /// What an error of the server means; nil where trying again can help.
  init?(_ error: ServerClientError) {
    switch error.code {
    case .forbidden: self = .notEnrolled
    case .notFound: self = .noChannel
    case .invalidInput, .conflict: self = .invalid
    default: return nil
    }
  }
}
