import Foundation
import SecretMemory
import Testing

@testable import ServerClient

@Suite("What is kept of a deregistration")
struct PendingDeregistrationTests {
  private func deregistration(
    device: String = "0123456789abcdef", serverUser: UInt32? = nil
  ) throws -> PendingDeregistration {
    PendingDeregistration(
      origin: try ServerOrigin("https://vault.example"), user: UUID(), device: device,
      token: SharedSecret(try secret("the session's token")), leftAt: Date(timeIntervalSince1970: 1_900_000_000),
      serverUser: serverUser)
  }

  @Test("is read as it was written, and nothing else is read", arguments: [nil, 1003] as [UInt32?])
  func coding(serverUser: UInt32?) throws {
    let written = try deregistration(serverUser: serverUser)
    let value = try written.encoded()
    guard let read = PendingDeregistration(decoding: value) else { throw ServerClientError(.garbage, "it is not read") }
    #expect(read.origin == written.origin && read.user == written.user && read.device == written.device)
    let isSame = read.token.bytes.isEqual(to: written.token.bytes)
    #expect(read.leftAt == written.leftAt && isSame && read.serverUser == serverUser)
    let bytes = value.withUnsafeBytes { Array($0) }
    for others in (0..<bytes.count).map({ Array(bytes.prefix($0)) }) + [bytes + [0]] {
      let other = try SecretBytes(others)
      let isRead = PendingDeregistration(decoding: other) != nil
      #expect(!isRead, "\(others.count) bytes")
    }
    let login = try LoginItem(
      origin: written.origin, email: "ann@example.org", password: try secret("password")
    ).encoded()
    let isRead = PendingDeregistration(decoding: login) != nil
    #expect(!isRead)
  }

  @Test("with a date beyond all dates it is none", arguments: ["9223372036854775807", "-9223372036854775808", "1e300"])
  func impossibleDate(seconds: String) throws {
    let token = try secret("the session's token")
    let fields = ["https://vault.example", UUID().uuidString, "desk", seconds]
    let value = try StoredFields.encode([0x44, 0x01], fields, token)
    let isRead = PendingDeregistration(decoding: value) != nil
    #expect(!isRead)
  }

  @Test("has at most four kibibytes")
  func tooLong() throws {
    let long = try deregistration(device: String(repeating: "x", count: 4096))
    #expect(throws: ServerClientError.self) { _ = try long.encoded() }
  }
}
