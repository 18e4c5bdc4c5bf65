internal import FoundationEssentials
internal import VaultModel

/// A device that was away fetches items by the hundred thousand.
extension InboxPage {
  /// The page as JSON (RFC 8259), its keys sorted and those without a value left out.
  public var json: [UInt8] {
    var writer = JSONObjectWriter()
    writer.begin()
    writer.name("bounds")
    writer.begin()
    writer.number("first", bounds.first)
    writer.number("highest", bounds.highest)
    writer.end()
    writer.name("items")
    writer.list(items) { $0.write(to: &$1) }
    writer.end()
    return writer.bytes
  }
}

extension InboxItem {
  fileprivate func write(to writer: inout JSONObjectWriter) {
    writer.begin()
    writer.moment("createdAt", createdAt)
    if let device { writer.text("device", device) }
    if let expiresAt { writer.moment("expiresAt", expiresAt) }
    if let payload { writer.text("payload", payload) }
    writer.text("push", push.text.uppercased())
    if redacted == true { writer.boolean("redacted", true) }
    writer.number("sequence", sequence)
    writer.text("state", state.rawValue)
    writer.end()
  }
}
