public import FoundationEssentials

/// Items of the inbox, or messages of a channel, that the server had deleted before this device could fetch them.
public struct LostItems: Codable, Equatable, Sendable {
  /// The channel; nil for the inbox.
  public var channel: UUID?
  /// What people call the channel; nil for the inbox, and where it is not known.
  public var title: String?
  /// How many.
  public var count: Int

  /// Describes a loss.
  public init(channel: UUID? = nil, title: String? = nil, count: Int) {
    self.channel = channel
    self.title = title
    self.count = count
  }

  /// What people are told.
  public var sentence: String {
    let items = channel == nil ? count == 1 ? "item" : "items" : count == 1 ? "message" : "messages"
    let name = title.map { "\u{201C}\($0)\u{201D}" } ?? "a channel"
    let place = channel == nil ? "your inbox" : name
    let pronoun = count == 1 ? "it" : "them"
    return "\(count) \(items) of \(place) went from the server before this device could fetch \(pronoun)."
  }
}
