/// What `aps.alert` says. Texts are exactly as they were sent, control characters and all: who prints them escapes them.
public struct PushAlert: Equatable, Sendable {
  /// The title; nil where the alert is a text alone.
  public var title: String?
  /// The line under the title.
  public var subtitle: String?
  /// What it says.
  public var body: String?

  /// Makes an alert.
  public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
  }
}

/// A picture on a vault's server, and nowhere else.
public struct PushPicture: Hashable, Sendable {
  /// The longest id, in characters.
  public static let maximumIDLength = 64
  private static let directory = "/v1/attachments/"

  /// Its id: letters, digits, `-` and `_`.
  public let id: String
  /// The server that it is on, as it was written, for instance `https://vault.example`; nil for the one that the push came
  /// from. Only whoever knows that server knows whether it is the same.
  public let origin: String?
  /// Where it is on the server.
  public var path: String { Self.directory + id }

  /// Reads an id, the path of one on the server, or the address of one.
  ///
  /// - Returns: nil for anything else.
  public init?(_ text: String) {
    let place = text.firstRange(of: Self.directory)
    let id = place.map { text[$0.upperBound...] } ?? text[...]
    guard (1...Self.maximumIDLength).contains(id.utf8.count), id.utf8.allSatisfy(Self.isIDByte) else { return nil }
    let origin = place.map { String(text[..<$0.lowerBound]) } ?? ""
    guard origin.isEmpty || Self.isOrigin(origin) else { return nil }
    self.id = String(id)
    self.origin = origin.isEmpty ? nil : origin
  }

  /// Whether it is a scheme and what stands before the first slash behind it, without a name or a password.
  private static func isOrigin(_ text: String) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: text.lowercased().hasPrefix) else { return false }
    let host = text.dropFirst(scheme.count)
    return (1...255).contains(host.utf8.count)
      && host.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"/?#@\\".utf8.contains($0) }
  }

  private static func isIDByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// A message that came with a push, in `jsondata`.
public struct PushMessage: Equatable, Sendable {
  /// The sender's own number for it: one that comes again replaces the earlier one.
  public var id: Int32
  /// What it says.
  public var text: String
  /// Who says so.
  public var senderName: String

  /// Makes a message.
  public init(id: Int32, text: String, senderName: String) {
    self.id = id
    self.text = text
    self.senderName = senderName
  }
}
