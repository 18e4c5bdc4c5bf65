internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A file of the console. The files lie in `Console/Files` and are built into the program, which is installed alone.
struct ConsoleFile: Sendable {
  /// As the path names it.
  let name: String
  let contentType: String
  let content: ByteBuffer
  /// The entity tag (RFC 9110, section 8.8.3).
  let tag: String

  init(_ name: String, _ contentType: String, _ bytes: [UInt8]) {
    self.name = name
    self.contentType = contentType
    content = ByteBuffer(bytes: bytes)
    tag = EntityTag.of(String(decoding: bytes, as: UTF8.self))
  }

  /// The page itself.
  static let page = html("console", PackageResources.console_html)

  /// What the page loads.
  static let parts: [ConsoleFile] = [
    ConsoleFile("icon.svg", "image/svg+xml", PackageResources.icon_svg),
    ConsoleFile("console.css", "text/css; charset=utf-8", PackageResources.console_css),
    script("accounts.js", PackageResources.accounts_js),
    script("api.js", PackageResources.api_js),
    script("channels.js", PackageResources.channels_js),
    script("compose.js", PackageResources.compose_js),
    script("console.js", PackageResources.console_js),
    script("conversations.js", PackageResources.conversations_js),
    script("devices.js", PackageResources.devices_js),
    script("dom.js", PackageResources.dom_js),
    script("feedback.js", PackageResources.feedback_js),
    script("json.js", PackageResources.json_js),
    script("payload.js", PackageResources.payload_js),
    script("people.js", PackageResources.people_js),
    script("proposals.js", PackageResources.proposals_js),
    script("recipients.js", PackageResources.recipients_js),
    script("sent.js", PackageResources.sent_js),
  ]

  private static func html(_ name: String, _ bytes: [UInt8]) -> ConsoleFile {
    ConsoleFile(name, "text/html; charset=utf-8", bytes)
  }

  private static func script(_ name: String, _ bytes: [UInt8]) -> ConsoleFile {
    ConsoleFile(name, "text/javascript; charset=utf-8", bytes)
  }
}
