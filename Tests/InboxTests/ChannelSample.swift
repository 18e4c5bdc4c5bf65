import Foundation
import ServerAPI

@testable import Inbox

/// A server's channel.
struct ServerChannel {
  let id = UUID()
  var messages: [ChannelMessage] = []
  var first: Int64 = 1

  var bounds: SequenceBounds { SequenceBounds(first: first, highest: Int64(messages.count)) }
  var kept: [ChannelMessage] { Array(messages[Int(first - 1)...]) }

  /// As the catalogue has it.
  func entry(_ title: String = "News", isEnrolled: Bool = true) -> CatalogueChannel {
    CatalogueChannel(
      id: id, title: title, description: "About \(title)", picture: nil, isEnrolled: isEnrolled, bounds: bounds)
  }

  @discardableResult
  mutating func post(_ text: String = "hello", id: UUID = UUID(), by sender: UUID = UUID()) -> ChannelMessage {
    let message = ChannelMessage(
      sequence: bounds.highest + 1, id: id, sender: sender, senderName: "grace", text: text,
      receivedAt: .start + Double(messages.count))
    messages.append(message)
    return message
  }

  func page(after: Int64, limit: Int) -> ChannelPage {
    ChannelPage(messages: Array(kept.filter { $0.sequence > after }.prefix(limit)), bounds: bounds)
  }
}

/// What a server that was asked just now says.
extension InboxStore {
  func save(_ catalogue: Catalogue, tag: String?, at date: Date, for owner: InboxOwner) throws {
    try save(catalogue, tag: tag, at: date, asOf: enrolmentMark, for: owner)
  }

  func enrol(in channels: [UUID: SequenceBounds], for owner: InboxOwner) throws -> [UUID] {
    try enrol(in: channels, asOf: enrolmentMark, for: owner) ?? []
  }
}
