/// How much a push matters, as the header `apns-priority` has it.
public enum PushPriority: Int, Codable, Sendable {
  /// Devices show it when it suits them, and never ahead of anything.
  case lowest = 1
  /// Devices show it when it suits them.
  case low = 5
  /// The usual.
  case usual = 10
}

/// How a push is to be handled, whatever it carries: what APNs' senders say in headers.
public struct PushManner: Equatable, Sendable {
  /// The longest collapse id, in bytes.
  public static let collapseIDByteCount = 64

  /// Has the push take the place of an earlier one of the same sender with the same id, of 1 to ``collapseIDByteCount`` visible ASCII
  /// characters; nil for none.
  public var collapseID: String?
  /// How much it matters.
  public var priority: PushPriority

  /// As usual unless something else is said.
  public init(collapseID: String? = nil, priority: PushPriority = .usual) {
    self.collapseID = collapseID
    self.priority = priority
  }

  /// Whether a text can be a collapse id.
  public static func isCollapseID(_ text: String) -> Bool { isVisible(text, byteCount: collapseIDByteCount) }

  /// Whether a header can have a text: 1 to `byteCount` visible ASCII characters.
  public static func isVisible(_ text: String, byteCount: Int) -> Bool {
    (1...byteCount).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
