internal import CivilTime
internal import FoundationEssentials
internal import StrictJSON
internal import VaultModel

/// A device that was away fetches items by the hundred thousand.
extension InboxPage {
  /// The page as JSON (RFC 8259), its keys sorted and those without a value left out.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { page in
      page.name("bounds")
      page.object {
        $0.number("first", bounds.first)
        $0.number("highest", bounds.highest)
      }
      page.list("items", items) { $1.write(to: &$0) }
    }
    return writer.bytes
  }
}

extension InboxItem {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object {
      $0.flag("broadcast", broadcast == true)
      $0.plain("createdAt") { MomentText.append(createdAt, to: &$0) }
      $0.string("device", device)
      if let expiresAt { $0.plain("expiresAt") { MomentText.append(expiresAt, to: &$0) } }
      $0.string("payload", payload)
      if let priority { $0.number("priority", Int64(priority)) }
      $0.string("push", push.text.uppercased())
      $0.flag("redacted", redacted == true)
      $0.flag("replaced", replaced == true)
      if let sender {
        $0.name("sender")
        sender.write(to: &$0)
      }
      $0.number("sequence", sequence)
      $0.string("state", state.rawValue)
    }
  }
}
