import Foundation
import ServerAPI
import ServerClient

/// Channels in memory that note everything they are told.
actor MemoryChannels: ChannelReplica {
  struct Refused: Error {}

  struct Contents: Sendable {
    var messages: [UUID: [ChannelMessage]] = [:]
    var places: [UUID: Int64] = [:]
    var outgoing: [OutgoingMessage] = []
    var sent: [ChannelMessage] = []
    var refused: [MessageRefusal] = []
    var setBacks = 0
    var mark = 0
    var asked = 0
    /// What the user joins just before it is noted where the user is enrolled.
    var joinsNext: UUID?
    /// How many things are refused before the next one is kept.
    var refusals = 0
    /// Where the conversations stood that were recorded last.
    var conversations: [UserConversation] = []

    func texts(_ channel: UUID) -> [String] { (messages[channel] ?? []).map(\.text) }
  }

  private(set) var contents = Contents()

  func change(_ body: @Sendable (inout Contents) -> Void) { body(&contents) }

  func enrolmentMark() -> Int {
    contents.asked += 1
    return contents.mark
  }

  func recordEnrolments(_ channels: [UUID: SequenceBounds], asOf mark: Int) -> [UUID]? {
    // The user joins one while the server is asked.
    if let joined = contents.joinsNext {
      (contents.joinsNext, contents.mark) = (nil, contents.mark + 1)
      contents.places[joined] = 0
    }
    guard mark == contents.mark else { return nil }
    let talks = Set(contents.conversations.map(\.user))
    contents.places = contents.places.filter { channels[$0.key] != nil || talks.contains($0.key) }
    return channels.filter { id, bounds in
      let place = contents.places[id] ?? 0
      contents.places[id] = place
      return place != bounds.highest
    }.map(\.key)
  }

  func recordConversations(_ conversations: [UserConversation]) -> [UUID] {
    contents.conversations = conversations
    return conversations.filter { conversation in
      let place = contents.places[conversation.user] ?? 0
      contents.places[conversation.user] = place
      return place != conversation.bounds.highest
    }.map(\.user)
  }

  func position(of channel: UUID) -> SequencePosition? {
    contents.places[channel].map { SequencePosition(sequence: $0) }
  }

  func store(_ messages: [ChannelMessage], bounds: SequenceBounds?, of channel: UUID) throws {
    guard contents.refusals == 0 else {
      contents.refusals -= 1
      throw Refused()
    }
    guard var place = contents.places[channel] else { throw Refused() }
    if let bounds { place = max(place, bounds.first - 1) }
    for message in messages where message.sequence > place {
      guard message.sequence == place + 1 else { throw Refused() }
      place = message.sequence
      contents.messages[channel, default: []].append(message)
    }
    contents.places[channel] = place
  }

  func handleServerRollback(of channel: UUID) {
    contents.setBacks += 1
    contents.messages[channel] = []
    contents.places[channel] = 0
  }

  func outgoingMessages(besides channels: Set<UUID>) -> [OutgoingMessage] {
    contents.outgoing.filter { !channels.contains($0.channel) }
  }

  func sent(_ message: ChannelMessage, to channel: UUID) {
    contents.outgoing.removeAll { $0.id == message.id }
    contents.sent.append(message)
  }

  func refused(_ message: OutgoingMessage, _ reason: MessageRefusal) {
    contents.outgoing.removeAll { $0.id == message.id }
    contents.refused.append(reason)
  }
}
