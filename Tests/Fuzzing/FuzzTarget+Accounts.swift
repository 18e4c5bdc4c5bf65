internal import ServerAPI
internal import ServerClient

@testable internal import VaultServer

/// What somebody logs in with, and where.
extension FuzzTarget {
  static let accounts = [
    FuzzTarget("email-address", atMost: 600, emailAddress),
    FuzzTarget("server-origin", atMost: 600, serverOrigin),
  ]

  // MARK: Emails

  private static func emailAddress(_ input: [UInt8]) {
    guard let address = EmailAddress(String(decoding: input, as: UTF8.self)) else { return }
    let (display, key) = (address.display, address.key)
    checkForm(of: display)
    precondition(
      EmailAddress(display) == address && EmailAddress(stored: display) == address,
      "an email is another one after it was stored")
    precondition(EmailAddress(" \t\(display)\r\n") == address, "white space makes another email")
    precondition(EmailAddress(key)?.key == key && EmailAddress(key)?.display == key, "a key has a key of its own")
    precondition(EmailAddress(display.uppercased())?.key == key, "case makes another account")
    precondition(!key.utf8.contains { (0x41...0x5A).contains($0) }, "a key has capital letters")
  }

  /// The bounds of RFC 5321, section 4.5.3.1, and of RFC 1123, section 2.1.
  private static func checkForm(of display: String) {
    precondition((3...ServerLimits.emailByteCount).contains(display.utf8.count), "an email is too short or too long")
    precondition(display.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "an email is not printable ASCII")
    let parts = display.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    precondition(parts.count == 2 && (1...64).contains(parts[0].count), "an email has not two parts")
    let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    precondition(labels.allSatisfy { (1...63).contains($0.count) }, "a domain has an empty or too long label")
    precondition(!parts[1].contains { (0x41...0x5A).contains($0) }, "a domain has capital letters")
  }

  // MARK: Servers

  private static func serverOrigin(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    guard let origin = readOrigin(text) else { return }
    let written = origin.description
    precondition(origin.scheme == .https || origin.isLoopback, "a login would travel in the clear")
    precondition((1...65535).contains(origin.port) && origin.host == origin.host.lowercased(), "an origin has no form")
    precondition(readOrigin(written) == origin, "an origin is another one after it was written and read")
    precondition(readOrigin(origin.url("/")) == origin, "a slash makes another origin")
    precondition(readOrigin(text.uppercased()) == origin, "case makes another origin")
    let withPort = "\(origin.scheme.rawValue)://\(origin.host):\(origin.port)"
    precondition(readOrigin(withPort) == origin, "a port makes another origin")
    // A path, query, fragment or user may lead elsewhere.
    let others = ["//", "/v1", "?v", "#v", "@a.example", "\\", "%41", " "].map { written + $0 }
    for other in others + [written.replacing("://", with: "://ada@"), "ftp\(written.dropFirst(4))"] {
      precondition(readOrigin(other) == nil, "what is more than an origin is one")
    }
  }

  private static func readOrigin(_ text: String) -> ServerOrigin? {
    do throws(ServerClientError) { return try ServerOrigin(text) } catch {
      precondition(error.code == .insecureOrigin, "an address is refused for what it is not")
      return nil
    }
  }
}
