import NIOCore
import Testing

@testable import VaultServer

@Suite("Addresses")
struct ListenAddressTests {
  @Test(
    "loopback is told from the rest",
    arguments: [
      ("127.0.0.1:0", true), ("127.9.9.9:80", true), ("[::1]:80", true), ("localhost:80", true), ("0.0.0.0:80", false),
      ("[::]:80", false), ("127.0.0.1.example.org:80", false), ("example.org:80", false), ("192.168.1.1:80", false),
    ])
  func loopback(_ text: String, _ isLoopback: Bool) { #expect(ListenAddress(text)?.isLoopback == isLoopback) }

  @Test(
    "what is no address is refused",
    arguments: ["", ":", ":80", "a", "a:", "a:b", "a:65536", "a:-1", "a:+1", "::1:80", "[a]:80", "a b:80"])
  func refused(_ text: String) { #expect(ListenAddress(text) == nil) }

  @Test("an IPv6 client is counted by its network, an IPv4 one by its address")
  func throttleKeys() throws {
    func limitKey(_ text: String) throws -> String? {
      NetworkAddress(try SocketAddress(ipAddress: text, port: 1))?.limitKey
    }
    #expect(try limitKey("192.0.2.7") == "192.0.2.7")
    #expect(try limitKey("::ffff:192.0.2.7") == "192.0.2.7")
    #expect(try limitKey("2001:db8:1:2::7") == limitKey("2001:db8:1:2:3:4:5:6"))
    #expect(try limitKey("2001:db8:1:2::7") != limitKey("2001:db8:1:3::7"))
  }
}
