internal import AgentAPI

/// Whose picture it is.
enum PictureSubject: Hashable {
  /// An item's, by its number; without an identity that of the item that has that number now.
  case item(Int64, InboxIdentity?)
  /// A channel's, by what people call it.
  case channel(String)
}
