import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Pushes")
struct PushTests {
  /// An object of so many bytes.
  private static func payload(_ count: Int) -> String {
    let frame = #"{"a":""}"#
    return #"{"a":"\#(String(repeating: "x", count: count - frame.utf8.count))"}"#
  }

  private func withAda(_ body: (RunningServer, String) async throws -> Void) async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      try await body(server, try await server.token())
    }
  }

  @Test("a payload has at most 4,096 bytes and arrives exactly as it was written")
  func size() async throws {
    try await withAda { server, token async throws in
      let largest = Self.payload(4096)
      #expect(try await server.push(largest, token: token).status == 201)
      #expect(try await server.push(Self.payload(4097), token: token).code == .payloadTooLarge)
      let odd = #"{ "n":1e400,"m":-0.10, "deep":[[[]]],"s":"\u00e9😀\/" ,"big":123456789012345678901234567890}"#
      #expect(try await server.push(odd, token: token).status == 201)
      let page = try await server.send(.GET, "/v1/inbox", token: token).decoded(InboxPage.self)
      #expect(page.items.map(\.payload) == [largest, odd])
    }
  }

  @Test(
    "a body that is no JSON stores nothing",
    arguments: [
      "", "{", "nope", #"{"payload":{}"#, #"{"payload":{}}}"#, #"{"payload":{},"payload":{}}"#,
      #"{"payload":{"a":1,"a":2}}"#, #"{"payload":{"a":"\ud800"}}"#, #"{"payload":{"a":01}}"#,
      #"{"payload":{"a":\#(String(repeating: "[", count: 40))\#(String(repeating: "]", count: 40))}}"#,
      #"{"payload":\#(String(repeating: "{\"a\":", count: 1000))1\#(String(repeating: "}", count: 1000))}"#,
    ])
  func noJSON(_ body: String) async throws {
    try await withAda { server, token async throws in
      let answer = try await server.send(.POST, "/v1/pushes", body: body, token: token)
      #expect(answer.status == 400 && answer.code == .badRequest)
      #expect(try await server.send(.GET, "/v1/inbox", token: token).decoded(InboxPage.self).items.isEmpty)
    }
  }

  @Test("bytes that are no UTF-8 store nothing")
  func noUTF8() async throws {
    try await withAda { server, token async throws in
      // Overlong, a lone continuation, and a surrogate, as C has them.
      for bytes in [[0xC0, 0xAF], [0x80], [0xED, 0xA0, 0x80], [0xFF]] as [[UInt8]] {
        var body = Array(#"{"payload":{"a":""#.utf8)
        body += bytes + Array(#""}}"#.utf8)
        let answer = try await server.send(.POST, "/v1/pushes", bytes: body, token: token)
        #expect(answer.status == 400 && answer.code == .badRequest)
      }
    }
  }

  @Test(
    "JSON of another shape is refused",
    arguments: [
      "[]", "{}", #"{"payload":null}"#, #"{"payload":[]}"#, #"{"payload":"{}"}"#, #"{"to":{},"payload":{}}"#,
      #"{"to":{"alias":"x"},"payload":{}}"#, #"{"to":{"everyone":false},"payload":{}}"#, #"{"to":7,"payload":{}}"#,
      #"{"to":{"everyone":true,"device":"a"},"payload":{}}"#, #"{"payload":{},"expiresAt":"tomorrow"}"#,
      #"{"payload":{},"expiresAt":1e400}"#, #"{"payload":{},"expiresAt":"+999999999-01-01T00:00:00Z"}"#,
      #"{"payload":{},"expiresAt":"999999999999-01-01T00:00:00Z"}"#,
      #"{"payload":{},"expiresAt":"10000-01-01T00:00:00Z"}"#,
      #"{"payload":{},"expiresIn":0}"#, #"{"payload":{},"expiresIn":31536001}"#, #"{"payload":{},"expiresIn":"9"}"#,
      #"{"payload":{},"expiresIn":9223372036854775807}"#, #"{"payload":{},"expiresIn":-9223372036854775808}"#,
      #"{"payload":{},"expiresIn":18446744073709551615}"#, #"{"payload":{},"expiresIn":1.5}"#,
      #"{"payload":{},"expiresIn":9,"expiresAt":"2099-01-01T00:00:00Z"}"#,
    ])
  func otherShape(_ body: String) async throws {
    try await withAda { server, token async throws in
      let answer = try await server.send(.POST, "/v1/pushes", body: body, token: token)
      #expect(answer.status == 422 && answer.code == .invalidField)
    }
  }

  @Test("sent twice with one key it is one push, and a key stands for one push alone")
  func idempotency() async throws {
    try await withAda { server, token async throws in
      let first = try await server.push(#"{"n":1}"#, key: "k", token: token)
      let second = try await server.push(#"{"n":1}"#, key: "k", token: token)
      #expect(first.status == 201 && second.status == 200 && first.body == second.body)
      #expect(try await server.push(#"{"n":2}"#, key: "k", token: token).code == .conflict)
      #expect(
        try await server.push(#"{"n":1}"#, #""expiresAt":"2099-01-01T00:00:00Z","#, key: "k", token: token).code
          == .conflict)
      #expect(try await server.send(.GET, "/v1/inbox", token: token).decoded(InboxPage.self).items.count == 1)
      for key in ["a b", "é", String(repeating: "k", count: 129)] {
        #expect(try await server.push(key: key, token: token).code == .invalidField)
      }
    }
  }

  @Test("a push that has expired already is refused; one that expires later loses its payload and is told so")
  func expiry() async throws {
    try await withAda { server, token async throws in
      let format = Date.ISO8601FormatStyle()
      let now = server.clock.now.formatted(format)
      #expect(try await server.push("{}", #""expiresAt":"\#(now)","#, token: token).code == .invalidField)
      let soon = server.clock.now.addingTimeInterval(60).formatted(format)
      let expiring = #""expiresAt":"\#(soon)","#
      let push = try await server.push("{}", expiring, key: "k", token: token).decoded(Push.self)
      server.clock.advance(by: .seconds(60))
      // Whoever did not hear the answer learns that it was stored in time.
      let again = try await server.push("{}", expiring, key: "k", token: token)
      #expect(try again.status == 200 && again.decoded(Push.self).id == push.id)
      let page = try await server.send(.GET, "/v1/inbox", token: token).decoded(InboxPage.self)
      #expect(page.items.map(\.sequence) == [1] && page.items.map(\.payload) == [nil])
      let status = try await server.send(.GET, "/v1/pushes/\(push.id)", token: token).decoded(PushStatus.self)
      #expect(status.deliveries.map(\.state) == [.expired])
    }
  }

  @Test("a push may last so many seconds by the server's clock, and sent again later with its key it is the same push")
  func lifetime() async throws {
    try await withAda { server, token async throws in
      let minute = #""expiresIn":60,"#
      server.clock.advance(by: .microseconds(300))
      let push = try await server.push("{}", minute, key: "k", token: token).decoded(Push.self)
      #expect(push.expiresAt == push.createdAt.addingTimeInterval(60))
      server.clock.advance(by: .seconds(30))
      let again = try await server.push("{}", minute, key: "k", token: token)
      #expect(try again.status == 200 && again.decoded(Push.self) == push)
      #expect(try await server.push("{}", #""expiresIn":61,"#, key: "k", token: token).code == .conflict)
      server.clock.advance(by: .seconds(30))
      let status = try await server.send(.GET, "/v1/pushes/\(push.id)", token: token).decoded(PushStatus.self)
      #expect(status.deliveries.map(\.state) == [.expired])
    }
  }

  @Test("sending to another is refused in the same words whether they exist or not")
  func another() async throws {
    try await withAda { server, token async throws in
      let bob = try await server.addAccount("bob@example.org")
      let bobs = "phone-phone-phone"
      try await server.register(device: bobs, token: try await server.token("bob@example.org"))
      var answers: [RunningServer.Answer] = []
      for recipient in [
        #"{"alias":"\#(bob.id)"}"#, #"{"alias":"\#(UUID())"}"#, #"{"device":"\#(bobs)"}"#,
        #"{"device":"nobody-nobody-nobody"}"#, #"{"channel":"\#(UUID())"}"#, #"{"everyone":true}"#,
      ] {
        answers.append(try await server.push("{}", #""to":\#(recipient),"#, token: token))
      }
      #expect(answers.allSatisfy { $0.status == 403 && $0.code == .forbidden })
      #expect(Set(answers[..<2].map(\.body)).count == 1 && Set(answers[2...].map(\.body)).count == 1)
      let words = answers.map { String(decoding: $0.body, as: UTF8.self) }
      #expect(words[0].contains("whom you send to has to follow you first"))
      #expect(words[2].contains("you may send to yourself, to your own devices, to channels"))
      #expect(try await server.storage.sequences(of: bob.id)?.inbox.highest == 0)
    }
  }

  @Test("a push's way is told to its sender alone")
  func status() async throws {
    try await withAda { server, token async throws in
      try await server.addAccount("bob@example.org")
      let bob = try await server.token("bob@example.org")
      let push = try await server.push(token: token).decoded(Push.self)
      #expect(try await server.send(.GET, "/v1/pushes/\(push.id)", token: token).status == 200)
      for path in [push.id.uuidString, UUID().uuidString, "x", "%2e%2e", String(repeating: "a", count: 4000)] {
        let answer = try await server.send(.GET, "/v1/pushes/\(path)", token: bob)
        #expect(answer.status == 404 && answer.code == .notFound)
      }
    }
  }
}
