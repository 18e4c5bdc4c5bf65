import Testing

@testable import DesktopModel

@Suite("Links in a text")
struct LinkedTextTests {
  private func links(_ text: String) -> [String] {
    let linked = LinkedText(text)
    let all = linked.parts.map { part in
      switch part {
      case .text(let text), .link(let text): text
      }
    }
    #expect(all.joined() == text, "nothing of the text is lost")
    return linked.parts.compactMap { if case .link(let address) = $0 { address } else { nil } }
  }

  @Test(
    "are what they read",
    arguments: [
      ("See https://example.org/a?b=c&d#e.", ["https://example.org/a?b=c&d#e"]),
      ("http://a.example and (https://b.example/x_(y)), too", ["http://a.example", "https://b.example/x_(y)"]),
      ("xhttps://a.example", ["https://a.example"]), ("https://[::1]:80/", ["https://[::1]:80/"]),
      ("«https://приклад.укр»", []), ("https://a.exämple", []), ("http://a.example, http", ["http://a.example"]),
      ("“https://a.example”", ["https://a.example"]),
      ("https://a.example\r\nhttps://b.example", ["https://a.example", "https://b.example"]),
    ])
  func found(_ text: String, _ expected: [String]) { #expect(links(text) == expected) }

  @Test(
    "are only pages, on servers that are seen",
    arguments: [
      "", "https://", "https:///path", "https://bank.example@evil.example/", "javascript:alert(1)",
      "file:///etc/passwd",
      "vault://task/1", "data:text/html,x", "https://\u{202E}gro.elpmaxe", "\u{202E}https://example.org",
      "HTTPS://EXAMPLE.ORG",
      "<a href='https://'>x</a>", "https://?q", "mailto:a@b.example",
      // What is seen goes on, with a letter that is not seen or looks like one of addresses.
      "https://bank.co\u{AD}m/login", "https://bank.co\u{200B}m.example", "https://bank.co\u{2060}m",
      "https://bank.co\u{FEFF}m", "https://bank\u{2024}example", "https://bank.example\u{FF0E}evil.example",
      "https://bank\u{2011}login.example", "https://evil.example\u{2044}bank.example",
      "https://bank.example\u{3002}evil.example", "https://bank.example、evil.example",
      "https://bank.example|evil.example",
      "https://bank.example^evil.example", #"https://bank.example\.evil.example/"#,
    ])
  func none(_ text: String) { #expect(links(text).isEmpty) }

  @Test("are not without end, and none is too long")
  func bounds() {
    #expect(links(String(repeating: "https://a.example ", count: 100)).count == 100)
    #expect(links("https://a.example/" + String(repeating: "a", count: 3000)).isEmpty)
    #expect(links(String(repeating: "https://", count: 2_000)).isEmpty)
  }
}
