import Testing

@testable import ServerClient

@Suite("The origin of a server")
struct ServerOriginTests {
  @Test(
    "addresses are brought to one form",
    arguments: [
      ("https://Vault.Example", "https://vault.example"), ("https://vault.example:443/", "https://vault.example"),
      ("https://vault.example:8443", "https://vault.example:8443"), ("http://127.0.0.1:80", "http://127.0.0.1"),
      ("http://127.8.9.10:1234/", "http://127.8.9.10:1234"), ("http://localhost:8080", "http://localhost:8080"),
      ("http://[::1]:8080", "http://[::1]:8080"), ("http://[0:0:0:0:0:0:0:1]", "http://[::1]"),
      ("https://[2001:DB8::1]", "https://[2001:db8::1]"), ("HTTPS://10.0.0.1:80", "https://10.0.0.1:80"),
    ])
  func normal(text: String, form: String) throws {
    #expect(try ServerOrigin(text).description == form)
    #expect(try ServerOrigin(form) == ServerOrigin(text))
  }

  @Test(
    "what is no origin, or not safe, is refused",
    arguments: [
      "", "vault.example", "ftp://vault.example", "https://", "https:///", "https://ann@vault.example",
      "https://ann:pw@vault.example", "https://vault.example/path", "https://vault.example?x",
      "https://vault.example#x",
      "https://vault.example:", "https://vault.example:0", "https://vault.example:65536", "https://vault.example:+1",
      "https://vault..example", "https://-a.example", "https://vault.example\\@evil", "https://vau lt.example",
      "https://vault%2eexample", "https://[::1", "https://[::g]", "https://[::1]x", "https://bücher.example",
      "http://vault.example", "http://10.0.0.1", "http://128.0.0.1", "http://[::2]", "http://127.0.0.1.example",
      "http://localhost.example", "http://127.1", "http://0x7f000001", "http://2130706433", "http://0.0.0.0",
      "http://[::ffff:127.0.0.1]", "https://vault.example//", "https://1.2.3", "https://a\u{0}b",
    ])
  func refused(text: String) {
    #expect(throws: ServerClientError(.insecureOrigin)) { try ServerOrigin(text) }
  }

  @Test("random addresses never crash, and what is taken is in its own form")
  func fuzz() throws {
    var generator = SeededGenerator(seed: 3)
    let pieces = [
      "http", "https", "://", ":", "/", "@", "[", "]", "::1", "127.0.0.1", "localhost", "a", ".", "-", "0", "99999",
      "%",
      "\\", "?",
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...7, using: &generator)
      let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
      guard let origin = try? ServerOrigin(text) else { continue }
      #expect(try ServerOrigin(origin.description) == origin)
      #expect(origin.scheme == .https || origin.isLoopback)
    }
  }
}
