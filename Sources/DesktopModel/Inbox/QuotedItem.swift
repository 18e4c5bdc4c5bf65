public import AgentAPI

/// An item of the inbox whose title was told: what is taken away from there, for instance as its task is protected, is told no more.
public struct QuotedItem: Equatable, Sendable {
  /// What can be told afterwards.
  public let brief: String
  private let number: Int64
  private let title: String

  /// - Parameter item: as it was told of, with what was decided about it.
  public init(_ item: InboxRow) { (number, title, brief) = (item.number, item.title, item.state.word) }

  /// Whether the inbox does not have these words any more. What is older than all that have been read is not gone.
  ///
  /// - Parameter items: what has been read of it, the newest first.
  public func isGone(from items: [InboxRow]) -> Bool {
    if let present = items.first(where: { $0.number == number }) { return present.title != title }
    return items.last.map { $0.number < number } ?? true
  }
}
