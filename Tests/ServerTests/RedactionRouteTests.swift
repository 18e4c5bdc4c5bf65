import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Redactions")
struct RedactionRouteTests {
  private static let secret = "the combination is hunters"
  private static let payload = #"{"aps":{"alert":"\#(secret)"}}"#

  /// A server on a file, with two users who have a device each.
  private struct House {
    let server: RunningServer
    let directory: String
    let ada: String
    let bob: String
    let bobID: UUID

    /// Which of the server's files hold the bytes.
    func files(holding bytes: [UInt8]) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: directory).filter { name in
        let data = try Data(contentsOf: URL(filePath: "\(directory)/\(name)"))
        return data.range(of: Data(bytes)) != nil
      }
    }

    func redact(_ pushes: [UUID], _ token: String, device: String) async throws -> RunningServer.Answer {
      let ids = pushes.map { "\"\($0)\"" }.joined(separator: ",")
      return try await server.send(
        .POST, "/v1/inbox/redactions", body: #"{"device":"\#(device)","pushes":[\#(ids)]}"#, token: token)
    }

    func outcomes(_ pushes: [UUID], _ token: String, device: String) async throws -> [Redaction.Outcome] {
      try await redact(pushes, token, device: device).decoded(Redactions.self).redactions.map(\.outcome)
    }

    func items(_ token: String) async throws -> [InboxItem] {
      try await server.send(.GET, "/v1/inbox", token: token).decoded(InboxPage.self).items
    }
  }

  private static let laptop = "laptop-laptop-laptop"
  private static let phone = "phone-phone-phone"

  private func withHouse(_ body: (House) async throws -> Void) async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let storage = try SQLiteStorage(path: directory + "/vault-server.sqlite")
      try await RunningServer.run(storage: storage) { server async throws in
        try await server.addAccount()
        let bob = try await server.addAccount("bob@example.org")
        _ = try await storage.setAdministrator(email: try #require(EmailAddress("ada@example.org")), to: true)
        let (ada, bobs) = (try await server.token(), try await server.token("bob@example.org"))
        try await server.register(device: Self.laptop, token: ada)
        try await server.register(device: Self.phone, token: bobs)
        try await body(House(server: server, directory: directory, ada: ada, bob: bobs, bobID: bob.id))
      }
    }
  }

  @Test("with its one recipient a text and its picture leave the disk, and place and state of the item stay")
  func oneRecipient() async throws {
    try await withHouse { house async throws in
      let bytes = try SamplePicture.file()
      let picture = try await house.server.upload(bytes, token: house.ada).decoded(SamplePicture.Answer.self)
      let payload = #"{"aps":{"alert":"\#(Self.secret)"},"image":"\#(picture.path)"}"#
      let push = try await house.server.push(payload, key: "k", token: house.ada).decoded(Push.self)
      _ = try await house.server.send(
        .POST, "/v1/inbox/1/state", body: #"{"state":"accepted"}"#, token: house.ada)
      let middle = Array(bytes[bytes.count / 2..<bytes.count / 2 + 48])
      for needle in [Array(Self.secret.utf8), middle] {
        #expect(try !house.files(holding: needle).isEmpty, "the control: it is there before")
      }
      #expect(try await house.outcomes([push.id], house.ada, device: Self.laptop) == [.erased])
      for needle in [Array(Self.secret.utf8), middle] { #expect(try house.files(holding: needle) == []) }
      let item = try #require(try await house.items(house.ada).first)
      #expect(item.payload == nil && item.redacted == true && item.state == .accepted && item.push == push.id)
      #expect(try await house.server.send(.GET, picture.path, token: house.ada).status == 404)
      let status = try await house.server.send(.GET, "/v1/pushes/\(push.id)", token: house.ada)
      #expect(try status.decoded(PushStatus.self).redacted == true)
      #expect(try await house.outcomes([push.id], house.ada, device: Self.laptop) == [.erased], "again")
      let again = try await house.server.push(payload, key: "k", token: house.ada)
      #expect(again.status == 200, "repeated it is the push that it was")
      #expect(try house.files(holding: Array(Self.secret.utf8)) == [])
    }
  }

  @Test("what several have goes for each who asks, and from the disk with the last")
  func severalRecipients() async throws {
    try await withHouse { house async throws in
      let push = try await house.server.push(Self.payload, #""to":{"everyone":true},"#, token: house.ada)
        .decoded(Push.self)
      let needle = Array(Self.secret.utf8)
      #expect(try await house.outcomes([push.id], house.ada, device: Self.laptop) == [.hidden])
      #expect(try await house.items(house.ada).first?.payload == nil)
      #expect(try await house.items(house.bob).first?.payload == Self.payload)
      #expect(try !house.files(holding: needle).isEmpty)
      #expect(try await house.outcomes([push.id], house.bob, device: Self.phone) == [.erased])
      #expect(try house.files(holding: needle) == [])
    }
  }

  @Test("a text that its other recipients have lost to retention goes, too")
  func lostByOthers() async throws {
    try await withHouse { house async throws in
      let push = try await house.server.push(Self.payload, #""to":{"everyone":true},"#, token: house.ada)
        .decoded(Push.self)
      _ = try await house.outcomes([push.id], house.ada, device: Self.laptop)
      _ = try await house.server.push("{}", #""to":{"alias":"\#(house.bobID)"},"#, token: house.ada)
      try await house.server.storage.expireInboxes(before: .distantPast, keeping: 1)
      #expect(try await house.items(house.bob).map(\.sequence) == [2])
      try await house.server.storage.eraseTraces(upTo: .max)
      #expect(try house.files(holding: Array(Self.secret.utf8)) == [])
      #expect(try await house.items(house.ada).first?.redacted == true)
    }
  }

  @Test("a text that its other recipients have lost with their accounts goes, too, and one that nobody else had")
  func lostWithAccount() async throws {
    try await withHouse { house async throws in
      let push = try await house.server.push(Self.payload, #""to":{"everyone":true},"#, token: house.ada)
        .decoded(Push.self)
      _ = try await house.server.push(
        #"{"aps":{"alert":"for Bob's eyes"}}"#, #""to":{"alias":"\#(house.bobID)"},"#, token: house.ada)
      _ = try await house.outcomes([push.id], house.ada, device: Self.laptop)
      for text in [Self.secret, "for Bob's eyes"] { #expect(try !house.files(holding: Array(text.utf8)).isEmpty) }
      #expect(try await house.server.storage.removeAccount(email: try #require(EmailAddress("bob@example.org"))))
      for text in [Self.secret, "for Bob's eyes"] { #expect(try house.files(holding: Array(text.utf8)) == []) }
      #expect(try await house.outcomes([push.id], house.ada, device: Self.laptop) == [.erased])
    }
  }

  @Test("what somebody has written to others, and nobody else has, leaves the disk with their account")
  func lostConversation() async throws {
    try await withHouse { house async throws in
      let (storage, now) = (house.server.storage, house.server.clock.now)
      let email = try #require(EmailAddress("ada@example.org"))
      let ada = try #require(try await storage.account(email: email)).id
      // Nobody is told of a follow here: a push that goes with an account would have its traces erased, too.
      #expect(try await storage.follow(ada, by: house.bobID, at: now))
      _ = try await storage.block(ada, by: house.bobID, at: now)
      try await storage.eraseTraces(upTo: .max)
      let message = ChannelMessage(
        sequence: 0, id: UUID(), sender: ada, senderName: "ada", text: Self.secret, receivedAt: now)
      guard case .stored(_, nil) = try await storage.append(message, toUser: house.bobID) else {
        Issue.record("not stored for Ada alone")
        return
      }
      #expect(try !house.files(holding: Array(Self.secret.utf8)).isEmpty, "the control: it is there before")
      #expect(try await storage.removeAccount(email: email))
      #expect(try house.files(holding: Array(Self.secret.utf8)) == [])
    }
  }

  @Test("all devices of the user are told by a change, the pending one of an item that nobody has touched included")
  func told() async throws {
    try await withHouse { house async throws in
      let push = try await house.server.push(Self.payload, token: house.ada).decoded(Push.self)
      _ = try await house.outcomes([push.id], house.ada, device: Self.laptop)
      let changes = try await house.server.send(.GET, "/v1/inbox/changes", token: house.ada).decoded(InboxChanges.self)
      #expect(changes.changes.map(\.redacted) == [true] && changes.changes.map(\.state) == [.pending])
      #expect(try await house.server.send(.GET, "/v1/sequences", token: house.ada).decoded(Sequences.self).changes == 1)
      _ = try await house.outcomes([push.id], house.ada, device: Self.laptop)
      #expect(try await house.server.send(.GET, "/v1/sequences", token: house.ada).decoded(Sequences.self).changes == 1)
    }
  }

  @Test("only a device of the account may ask: others change nothing")
  func others() async throws {
    try await withHouse { house async throws in
      let push = try await house.server.push(Self.payload, token: house.ada).decoded(Push.self)
      #expect(try await house.redact([push.id], house.bob, device: Self.laptop).status == 404)
      #expect(try await house.redact([push.id], house.ada, device: Self.phone).status == 404)
      #expect(try await house.outcomes([push.id, UUID()], house.bob, device: Self.phone) == [.missing, .missing])
      let sender = try await house.server.senderToken([.everywhere])
      #expect(try await house.redact([push.id], sender, device: Self.laptop).status == 401)
      let many = (0...ServerLimits.redactionCount).map { _ in UUID() }
      #expect(try await house.redact(many, house.ada, device: Self.laptop).code == .invalidField)
      #expect(try await house.items(house.ada).first?.payload == Self.payload)
    }
  }
}
