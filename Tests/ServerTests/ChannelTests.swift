import Foundation
import GRDB
import Logging
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Channels")
struct ChannelTests {
  private struct Scene {
    let server: RunningServer
    let ada: String
    let bob: String
    let channel: UUID

    var path: String { "/v1/channels/\(channel)" }

    func post(_ text: String, id: UUID = UUID(), by token: String? = nil) async throws -> RunningServer.Answer {
      try await server.post(text, id: id, to: channel, token: token ?? ada)
    }
  }

  /// Ada is enrolled, Bob is not.
  private func withChannel(_ body: (Scene) async throws -> Void) async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      try await server.addAccount("bob@example.org")
      let channel = try await server.addChannel()
      let scene = Scene(
        server: server, ada: try await server.token(), bob: try await server.token("bob@example.org"),
        channel: channel)
      let enrolled = try await server.send(.PUT, "\(scene.path)/enrolment", token: scene.ada)
      #expect(try enrolled.decoded(CatalogueChannel.self).isEnrolled)
      try await body(scene)
    }
  }

  @Test("the catalogue has every channel, and says which the user is in and where it stands")
  func catalogue() async throws {
    try await withChannel { scene async throws in
      let server = scene.server
      _ = try await server.addChannel("Music")
      _ = try await scene.post("hello")
      let mine = try await server.send(.GET, "/v1/catalogue", token: scene.ada).decoded(Catalogue.self).channels
      #expect(mine.map(\.title) == ["Music", "News"] && mine.map(\.isEnrolled) == [false, true])
      #expect(mine[1].bounds == SequenceBounds(first: 1, highest: 1) && mine[1].description == "About News")
      let bobs = try await server.send(.GET, "/v1/catalogue", token: scene.bob).decoded(Catalogue.self).channels
      #expect(bobs.map(\.isEnrolled) == [false, false])
    }
  }

  @Test("a catalogue that the client has already is not sent again")
  func entityTag() async throws {
    try await withChannel { scene async throws in
      let server = scene.server
      func ask(_ tag: String) async throws -> RunningServer.Answer {
        try await server.send(.GET, "/v1/catalogue", token: scene.ada, headers: ["If-None-Match": tag])
      }
      let first = try await server.send(.GET, "/v1/catalogue", token: scene.ada)
      let tag = try #require(first.headers.first(name: "ETag"))
      #expect(first.headers["Cache-Control"] == ["private, no-cache"])
      for known in [tag, "\"other\", W/\(tag)", "*"] {
        let answer = try await ask(known)
        #expect(answer.status == 304 && answer.body.isEmpty && answer.headers.first(name: "ETag") == tag)
      }
      #expect(try await ask("\"other\"").status == 200)
      _ = try await scene.post("hello")
      #expect(try await ask(tag).status == 200)
      #expect(
        try await server.send(.GET, "/v1/catalogue", token: scene.bob, headers: ["If-None-Match": tag]).status == 200)
    }
  }

  @Test("who is not enrolled reads and writes nothing, and after leaving nothing either")
  func enrolment() async throws {
    try await withChannel { scene async throws in
      let (server, path) = (scene.server, scene.path)
      _ = try await scene.post("secret")
      #expect(try await scene.post("hello", by: scene.bob).code == .forbidden)
      #expect(try await server.send(.GET, "\(path)/messages", token: scene.bob).code == .forbidden)
      #expect(try await server.send(.GET, "/v1/sequences", token: scene.bob).decoded(Sequences.self).channels.isEmpty)
      for _ in 1...2 { #expect(try await server.send(.PUT, "\(path)/enrolment", token: scene.bob).status == 200) }
      #expect(try await server.send(.GET, "\(path)/messages", token: scene.bob).status == 200)
      let sequences = try await server.send(.GET, "/v1/sequences", token: scene.bob).decoded(Sequences.self)
      #expect(sequences.channels == [scene.channel.uuidString: SequenceBounds(first: 1, highest: 1)])
      for _ in 1...2 { #expect(try await server.send(.DELETE, "\(path)/enrolment", token: scene.bob).status == 204) }
      #expect(try await server.send(.GET, "\(path)/messages", token: scene.bob).code == .forbidden)
    }
  }

  @Test("a message has its channel's next number and comes back to whoever asks for what is after it")
  func history() async throws {
    try await withChannel { scene async throws in
      for number in 1...5 {
        let answer = try await scene.post("n\(number)")
        let message = try answer.decoded(ChannelMessage.self)
        #expect(answer.status == 201 && message.sequence == Int64(number) && message.senderName == "ada")
        #expect(message.receivedAt == scene.server.clock.now)
      }
      let query = "\(scene.path)/messages?after=2&limit=2"
      let page = try await scene.server.send(.GET, query, token: scene.ada).decoded(ChannelPage.self)
      #expect(page.messages.map(\.text) == ["n3", "n4"] && page.bounds == SequenceBounds(first: 1, highest: 5))
    }
  }

  @Test("sent twice it is stored once, and an id stands for one message alone")
  func repeated() async throws {
    try await withChannel { scene async throws in
      let id = UUID()
      let first = try await scene.post("hello", id: id)
      scene.server.clock.advance(by: .seconds(5))
      let second = try await scene.post("hello", id: id)
      #expect(first.status == 201 && second.status == 200 && first.body == second.body)
      #expect(try await scene.post("other", id: id).code == .conflict)
      _ = try await scene.server.send(.PUT, "\(scene.path)/enrolment", token: scene.bob)
      #expect(try await scene.post("hello", id: id, by: scene.bob).code == .conflict)
      #expect(try await scene.post("next").decoded(ChannelMessage.self).sequence == 2)
    }
  }

  @Test("a message has at most 4,096 bytes, however it is written")
  func size() async throws {
    try await withChannel { scene async throws in
      let largest = String(repeating: "x", count: 4096)
      #expect(try await scene.post(largest).decoded(ChannelMessage.self).text == largest)
      let escaped = String(repeating: #"\u0041"#, count: 4096)
      let answer = try await scene.server.send(
        .POST, "\(scene.path)/messages", body: #"{"id":"\#(UUID())","text":"\#(escaped)"}"#, token: scene.ada)
      #expect(try answer.decoded(ChannelMessage.self).text == String(repeating: "A", count: 4096))
      for text in [largest + "x", "", String(repeating: "é", count: 2049)] {
        #expect(try await scene.post(text).code == .invalidField)
      }
      #expect(try await scene.post(String(repeating: "x", count: 40_000)).code == .payloadTooLarge)
    }
  }

  @Test("ids that are none name no channel", arguments: ["x", "%2e%2e", "%00", String(repeating: "a", count: 4000)])
  func noChannel(_ id: String) async throws {
    try await withChannel { scene async throws in
      for (method, path) in [
        (HTTPMethod.PUT, "enrolment"), (.DELETE, "enrolment"), (.GET, "messages"), (.POST, "messages"),
        (.GET, "events?device=laptop-laptop-laptop"),
      ] {
        for channel in [id, UUID().uuidString] {
          let body = method == .POST ? #"{"id":"\#(UUID())","text":"a"}"# : nil
          let answer = try await scene.server.send(
            method, "/v1/channels/\(channel)/\(path)", body: body, token: scene.ada)
          #expect(answer.status == 404 && answer.code == .notFound)
        }
      }
    }
  }

  @Test("many who write at once get numbers without a gap")
  func gapless() async throws {
    try await withChannel { scene async throws in
      let sequences = try await withThrowingTaskGroup(of: Int64.self) { tasks in
        for number in 0..<50 {
          tasks.addTask { try await scene.post("\(number)").decoded(ChannelMessage.self).sequence }
        }
        return try await tasks.reduce(into: []) { $0.append($1) }
      }
      #expect(sequences.sorted() == Array(1...50))
    }
  }

  @Test("the sweeper takes messages that are too old, and those that are too many")
  func sweeping() async throws {
    try await withChannel { scene async throws in
      let server = scene.server
      for number in 1...5 { _ = try await scene.post("n\(number)") }
      var retention = Retention(seconds: 60, inboxCount: 4)
      func sweep() async throws -> [Int64] {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        await Sweeper(
          storage: server.storage, retention: retention, clock: server.clock.serverClock, logger: logger
        ).sweep()
        return try await server.storage.messages(of: scene.channel, after: 0, limit: 9)?.messages.map(\.sequence) ?? []
      }
      #expect(try await sweep() == [2, 3, 4, 5])
      retention.inboxCount = 100
      server.clock.advance(by: .seconds(61))
      _ = try await scene.post("n6")
      #expect(try await sweep() == [6])
    }
  }

  @Test("retention writes to no channel that has nothing to give")
  func untouched() async throws {
    // Without a server, which sweeps by itself.
    let storage = try SQLiteStorage.inMemory()
    let (now, ada) = (Date(timeIntervalSince1970: 1_800_000_000), UUID())
    let email = try #require(EmailAddress("ada@example.org"))
    try await storage.add(StoredAccount(id: ada, email: email, passwordHash: "hash", createdAt: now))
    let channels = [UUID(), UUID()]
    for channel in channels {
      try await storage.add(
        StoredChannel(id: channel, title: "News", description: "", picture: nil, createdAt: now))
      _ = try await storage.enrol(ada, in: channel, at: now)
    }
    for number in 1...7 {
      let message = ChannelMessage(
        sequence: 0, id: UUID(), sender: ada, senderName: "ada", text: "x", receivedAt: now)
      _ = try await storage.append(message, to: channels[number > 5 ? 1 : 0])
    }
    var counts = [try await storage.engine.writer.write { $0.totalChangesCount }]
    for _ in 1...2 {
      try await storage.expireMessages(before: .distantPast, keeping: 2)
      counts.append(try await storage.engine.writer.write { $0.totalChangesCount })
    }
    // One channel, and three of its messages.
    #expect(counts[1] - counts[0] == 4 && counts[2] == counts[1])
  }

  @Test("retention takes from the front and gives no number again; a removed channel is gone")
  func retention() async throws {
    try await withChannel { scene async throws in
      let (server, storage) = (scene.server, scene.server.storage)
      for number in 1...5 { _ = try await scene.post("n\(number)") }
      try await storage.expireMessages(before: .distantPast, keeping: 2)
      let page = try await server.send(.GET, "\(scene.path)/messages", token: scene.ada).decoded(ChannelPage.self)
      #expect(page.messages.map(\.sequence) == [4, 5] && page.bounds == SequenceBounds(first: 4, highest: 5))
      try await storage.expireMessages(before: .distantFuture, keeping: 2)
      #expect(try await scene.post("n6").decoded(ChannelMessage.self).sequence == 6)
      #expect(try await storage.removeChannel(scene.channel))
      #expect(try await server.send(.GET, "\(scene.path)/messages", token: scene.ada).code == .notFound)
      #expect(try await server.send(.GET, "/v1/sequences", token: scene.ada).decoded(Sequences.self).channels.isEmpty)
    }
  }
}
