import Foundation
import Logging
import NIOCore
import NIOHTTP1
import PictureFormat
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Attachments")
struct AttachmentTests {
  private struct House {
    let server: RunningServer
    let ada: String
    let bob: String
    let bobID: UUID

    /// What a user gets for a picture.
    func status(_ attachment: ServerAPI.Attachment, _ token: String) async throws -> Int {
      try await server.send(.GET, attachment.path, token: token).status
    }

    func push(_ attachment: ServerAPI.Attachment, to bob: UUID, from token: String) async throws -> Int {
      try await server.push(
        #"{"aps":{"alert":"x"},"image":"\#(attachment.path)"}"#, #""to":{"alias":"\#(bob)"},"#, token: token
      ).status
    }
  }

  private func withHouse(
    configure: (inout ServerConfiguration) -> Void = { _ in }, _ body: (House) async throws -> Void
  ) async throws {
    try await RunningServer.run(configure: configure) { server async throws in
      try await server.addAccount()
      let bob = try await server.addAccount("bob@example.org")
      _ = try await server.storage.setAdministrator(
        email: try #require(EmailAddress("ada@example.org")), to: true)
      try await body(
        House(
          server: server, ada: try await server.token(), bob: try await server.token("bob@example.org"),
          bobID: bob.id))
    }
  }

  @Test("a picture comes back as it was brought, with its type and a tag, and is not sent again to who has it")
  func roundTrip() async throws {
    try await withHouse { house async throws in
      let bytes = try SamplePicture.file()
      let answer = try await house.server.upload(bytes, token: house.ada, type: "image/jpeg")
      let attachment = try answer.decoded(SamplePicture.Answer.self)
      #expect(answer.status == 201 && attachment.type == "image/png" && attachment.bytes == bytes.count)
      #expect(attachment.path == "/v1/attachments/\(attachment.id)")
      #expect(answer.headers.first(name: "Location") == attachment.path)
      let got = try await house.server.send(.GET, attachment.path, token: house.ada)
      #expect([UInt8](got.body) == bytes && got.headers.first(name: "Content-Type") == "image/png")
      #expect(got.headers.first(name: "X-Content-Type-Options") == "nosniff")
      #expect(got.headers.first(name: "Cache-Control") == "private, max-age=86400, immutable")
      #expect(got.headers.first(name: "Content-Disposition")?.hasPrefix("inline; filename=") == true)
      let tag = try #require(got.headers.first(name: "ETag"))
      let again = try await house.server.send(
        .GET, attachment.path, token: house.ada, headers: ["If-None-Match": tag])
      #expect(again.status == 304 && again.body.isEmpty)
    }
  }

  @Test("what it is, the content says, and neither the name nor the header of the request")
  func kinds() async throws {
    try await withHouse { house async throws in
      let pictures = [SamplePicture.png(), SamplePicture.jpeg, SamplePicture.gif, SamplePicture.webp]
      for (bytes, kind) in zip(pictures, ["image/png", "image/jpeg", "image/gif", "image/webp"]) {
        let answer = try await house.server.upload(bytes, token: house.ada, type: "text/html")
        #expect(try answer.decoded(SamplePicture.Answer.self).type == kind)
      }
      let others = ["<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "", "<script>alert(1)</script>"]
      for text in others {
        let answer = try await house.server.upload(Array(text.utf8), token: house.ada, type: "image/png")
        #expect(answer.status == 415 && answer.code == .unsupportedMediaType, "\(text)")
      }
    }
  }

  @Test("a picture that is too large in bytes or pixels, or damaged at its beginning, is refused")
  func bounds() async throws {
    try await withHouse { house async throws in
      let large = try await house.server.upload(
        SamplePicture.png(byteCount: PictureLimits.byteCount + 1), token: house.ada)
      #expect(large.status == 413 && large.code == .payloadTooLarge)
      for (width, height) in [(50_000, 50_000), (8193, 1), (0, 5)] {
        let answer = try await house.server.upload(SamplePicture.png(width, height), token: house.ada)
        #expect(answer.status == 422 && answer.code == .invalidField, "\(width) \(height)")
      }
      #expect(try await house.server.upload([0xFF, 0xD8, 0xFF, 0xE0], token: house.ada).status == 422)
      let most = try await house.server.upload(
        SamplePicture.png(byteCount: PictureLimits.byteCount), token: house.ada)
      #expect(most.status == 201)
    }
  }

  @Test("a body without an end is cut off, whether its length is announced or not")
  func unannounced() async throws {
    try await withHouse { house async throws in
      let head = """
        POST /v1/attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(house.ada)\r\n\
        Transfer-Encoding: chunked\r\n\r\n
        """
      let part = "40000\r\n" + String(repeating: "x", count: 0x40000) + "\r\n"
      let parts = String(repeating: part, count: 84)
      let answer = try await RawConnection.exchange(house.server.port, head + parts)
      #expect(answer.hasPrefix("HTTP/1.1 413"))
      let announced = try await RawConnection.exchange(
        house.server.port,
        "POST /v1/attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(house.ada)\r\n"
          + "Content-Length: 99999999\r\n\r\n")
      #expect(announced.hasPrefix("HTTP/1.1 413"))
    }
  }

  @Test("who brought it reads it, and whoever has it in a push; for all others there is none")
  func readers() async throws {
    try await withHouse { house async throws in
      let server = house.server
      let attachment = try await server.upload(try SamplePicture.file(), token: house.ada).decoded(
        SamplePicture.Answer.self)
      #expect(try await house.status(attachment, house.ada) == 200)
      #expect(try await house.status(attachment, house.bob) == 404)
      #expect(try await server.send(.GET, attachment.path).status == 401)
      #expect(try await house.push(attachment, to: house.bobID, from: house.ada) == 201)
      #expect(try await house.status(attachment, house.bob) == 200)
      try await server.addAccount("eve@example.org")
      let eve = try await server.token("eve@example.org")
      #expect(try await house.status(attachment, eve) == 404)
      // Who has read it sends it on; the push of who only knows its name opens nothing.
      let email = try #require(EmailAddress("eve@example.org"))
      let eveID = try #require(try await server.storage.account(email: email)).id
      #expect(try await house.push(attachment, to: eveID, from: eve) == 201)
      #expect(try await house.status(attachment, eve) == 404)
      let other = try await server.upload(SamplePicture.gif, token: eve).decoded(SamplePicture.Answer.self)
      #expect(try await house.status(other, house.ada) == 404)
    }
  }

  @Test("who got another push in its place sees its picture no more, while others do who have decided about it")
  func replaced() async throws {
    try await withHouse { house async throws in
      let server = house.server
      let program = try await server.senderToken([.everywhere])
      let attachment = try await server.upload(SamplePicture.gif, token: program).decoded(SamplePicture.Answer.self)
      func push(_ payload: String) async throws {
        let body = #"{"to":{"everyone":true},"payload":\#(payload)}"#
        let answer = try await server.send(
          .POST, "/v1/pushes", body: body, token: program, headers: ["apns-collapse-id": "x"])
        #expect(answer.status == 201)
      }
      try await push(#"{"aps":{"alert":"a"},"image":"\#(attachment.path)"}"#)
      _ = try await server.send(.POST, "/v1/inbox/1/state", body: #"{"state":"accepted"}"#, token: house.bob)
      #expect(try await house.status(attachment, house.ada) == 200)
      try await push(#"{"aps":{"alert":"b"}}"#)
      #expect(try await house.status(attachment, house.ada) == 404)
      #expect(try await house.status(attachment, house.bob) == 200)
    }
  }

  @Test("everybody with an account sees a channel's picture, and a program sees what it brought")
  func othersReaders() async throws {
    try await withHouse { house async throws in
      let program = try await house.server.senderToken([.everywhere])
      let attachment = try await house.server.upload(SamplePicture.gif, token: program).decoded(
        SamplePicture.Answer.self)
      #expect(try await house.status(attachment, program) == 200)
      #expect(try await house.status(attachment, house.bob) == 404)
      try await house.server.storage.add(
        StoredChannel(
          id: UUID(), title: "News", description: "", picture: attachment.id, createdAt: house.server.clock.now))
      #expect(try await house.status(attachment, house.bob) == 200)
      let stranger = try await house.server.senderToken([.everywhere])
      #expect(try await house.status(attachment, stranger) == 404)
    }
  }

  @Test("what can't be an id names nothing")
  func paths() async throws {
    try await withHouse { house async throws in
      for id in ["x", "..", "%2e%2e", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "%00", UUID().uuidString] {
        let answer = try await house.server.send(.GET, "/v1/attachments/\(id)", token: house.ada)
        #expect(answer.code == .notFound, "\(id)")
      }
    }
  }

  @Test("a sender's pictures have a bound, of which they are told, and one sender's fill nobody else's")
  func quota() async throws {
    let configure: (inout ServerConfiguration) -> Void = { $0.pictureQuota = 100 << 10 }
    try await withHouse(configure: configure) { house async throws in
      func upload(_ width: Int, _ token: String) async throws -> RunningServer.Answer {
        try await house.server.upload(SamplePicture.png(width, byteCount: 40 << 10), token: token)
      }
      // One that was brought before takes no more room.
      for width in [1, 2, 1] { #expect(try await upload(width, house.ada).status == 201) }
      let refusal = try await upload(3, house.ada)
      #expect(refusal.status == 403 && refusal.code == .quotaExceeded)
      #expect(try await upload(3, house.bob).status == 201)
    }
  }

  @Test("a picture that nothing has goes after a day, another with its last push")
  func sweeping() async throws {
    try await withHouse { house async throws in
      let server = house.server
      let sweeper = Sweeper(
        storage: server.storage, retention: Retention(), clock: server.clock.serverClock, logger: .init(label: "test"))
      let unused = try await server.upload(SamplePicture.gif, token: house.ada).decoded(SamplePicture.Answer.self)
      let used = try await server.upload(SamplePicture.jpeg, token: house.ada).decoded(SamplePicture.Answer.self)
      #expect(try await house.push(used, to: house.bobID, from: house.ada) == 201)
      await sweeper.sweep()
      #expect(try await house.status(unused, house.ada) == 200)
      server.clock.advance(by: .seconds(86_401))
      await sweeper.sweep()
      #expect(try await house.status(unused, house.ada) == 404)
      #expect(try await house.status(used, house.bob) == 200)
      server.clock.advance(by: .seconds(29 * 86_400))
      _ = try await server.send(.GET, "/v1/me", token: house.bob)
      await sweeper.sweep()
      #expect(try await house.status(used, house.bob) == 200)
      try await server.storage.expireInboxes(before: server.clock.now, keeping: 10)
      await sweeper.sweep()
      #expect(try await house.status(used, house.bob) == 404)
    }
  }

  @Test("a picture that its uploader brings again is the same one, and as young as if it were new")
  func broughtAgain() async throws {
    try await withHouse { house async throws in
      let server = house.server
      func upload(_ token: String) async throws -> ServerAPI.Attachment {
        try await server.upload(SamplePicture.gif, token: token).decoded(SamplePicture.Answer.self)
      }
      let first = try await upload(house.ada)
      #expect(try await upload(house.bob).id != first.id)
      server.clock.advance(by: .seconds(50_000))
      #expect(try await upload(house.ada) == first)
      server.clock.advance(by: .seconds(50_000))
      let sweeper = Sweeper(
        storage: server.storage, retention: Retention(), clock: server.clock.serverClock, logger: .init(label: "test"))
      await sweeper.sweep()
      #expect(try await house.status(first, house.ada) == 200)
    }
  }

  @Test("a backup has the pictures, and a copy of them opens for the same readers")
  func backup() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let bytes = SamplePicture.png(byteCount: 700 << 10)
      let uploader = PushSender.account(UUID())
      let stored = StoredAttachment(
        id: UUID(), uploader: uploader, kind: .png, byteCount: bytes.count, digest: [1, 2],
        createdAt: Date(timeIntervalSince1970: 1_800_000_000))
      let storage = try SQLiteStorage(path: directory + "/server.sqlite")
      #expect(try await storage.add(stored, bytes: bytes, quota: bytes.count) == stored)
      try await storage.backUp(to: directory + "/copy.sqlite")
      let copy = try SQLiteStorage(path: directory + "/copy.sqlite")
      #expect(try await copy.attachment(stored.id, readableBy: uploader) == stored)
      #expect(try await copy.attachment(stored.id, readableBy: .account(UUID())) == nil)
      var parts: [UInt8] = []
      for number in 0..<3 { parts += try #require(try await copy.part(number, ofAttachment: stored.id)) }
      #expect(parts == bytes)
      #expect(try await copy.part(3, ofAttachment: stored.id) == nil)
    }
  }

  @Test("so many pictures arrive at once, of all and of one, and no more")
  func gate() async throws {
    let gate = UploadLimiter(total: 8)
    let senders = (0..<8).map { _ in PushSender.account(UUID()) }
    let (open, closing) = AsyncStream<Void>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (entered, entering) = AsyncStream<Void>.makeStream()
      for sender in senders {
        group.addTask {
          _ = try await gate.withPermit(sender) {
            entering.yield()
            for await _ in open {}
            return []
          }
        }
      }
      var count = 0
      for await _ in entered {
        count += 1
        if count == senders.count { break }
      }
      await #expect(throws: APIFailure.self) { try await gate.withPermit(.account(UUID())) { [] } }
      closing.finish()
      try await group.waitForAll()
    }
    let one = PushSender.account(UUID())
    let nested = await #expect(throws: APIFailure.self) {
      try await gate.withPermit(one) { try await gate.withPermit(one) { try await gate.withPermit(one) { [] } } }
    }
    #expect(nested?.code == .unavailable)
    #expect(try await gate.withPermit(one) { [1] } == [1])
  }
}
