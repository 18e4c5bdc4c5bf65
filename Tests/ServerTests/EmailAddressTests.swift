import Testing

@testable import VaultServer

@Suite("Email addresses")
struct EmailAddressTests {
  @Test("white space is cut off, the domain is lowered, and case makes no other account")
  func normalisation() throws {
    let address = try #require(EmailAddress("  Ada.L@Example.ORG\n"))
    #expect(address.display == "Ada.L@example.org")
    #expect(address.key == "ada.l@example.org")
  }

  @Test(
    "what is no address is refused",
    arguments: [
      "", " ", "@", "a@", "@b", "ab", "a b@c.d", "a..b@c.d", ".a@c.d", "a.@c.d", "a@b..c", "a@-b.c", "a@b-.c", "a@b.c.",
      "a\u{0}@b.c", "a@b\r\n.c", "ü@example.org", "a@exämple.org", "\"a\"@b.c", "a@b@c", "a@[127.0.0.1]", "<a@b.c>",
      String(repeating: "a", count: 65) + "@b.c", "a@" + String(repeating: "b", count: 64) + ".c",
      "a@" + Array(repeating: String(repeating: "b", count: 60), count: 5).joined(separator: "."),
    ])
  func refused(_ text: String) { #expect(EmailAddress(text) == nil) }

  @Test(
    "usual addresses are taken",
    arguments: ["a@b", "ada+vault@example.org", "o'hara@x-y.example", "a@xn--exmple-cua.org"])
  func taken(_ text: String) { #expect(EmailAddress(text)?.display == text) }
}
