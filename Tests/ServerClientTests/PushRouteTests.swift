import FoundationEssentials
import SecretMemory
import ServerAPI
import Testing

@testable import ServerClient

@Suite("The routes of the push hub", .timeLimit(.minutes(5)))
struct PushRouteTests {
  private static let device = "0123456789abcdef"
  private static let registered =
    #"{"token":"0123456789abcdef","platform":"linux","name":"den","registeredAt":"2027-01-02T03:04:05Z","lastSeenAt":"2027-01-02T03:04:05Z"}"#

  /// Lends a client of a server that answers so, and hands over what it received.
  @discardableResult
  private func received(
    _ reply: LoopbackServer.Reply,
    _ body: (VaultServerAPI, ServerOrigin, SharedSecret) async throws -> Void
  ) async throws -> [LoopbackServer.Received] {
    let server = try await LoopbackServer { _, _ in reply }
    let origin = try server.origin()
    let token = SharedSecret(try secret("tokentoken"))
    try await withAPI(deadlines: .init(connect: 2, whole: 4)) { try await body($0, origin, token) }
    try await server.stop()
    for request in server.requests { #expect(request.head.lowercased().contains("authorization: bearer tokentoken")) }
    return server.requests
  }

  @Test("a device is registered, listed and unregistered")
  func devices() async throws {
    let put = try await received(Answer.json("200 OK", Self.registered)) { api, origin, token in
      let device = try await api.register(
        device: Self.device, DeviceRegistration(platform: "linux", name: "d\"en"), at: origin, token: token)
      #expect(device.name == "den")
    }
    #expect(put.map(\.line) == ["PUT /v1/devices/0123456789abcdef HTTP/1.1"])
    #expect(put[0].body == #"{"name":"d\"en","platform":"linux"}"#)
    #expect(put[0].head.lowercased().contains("content-type: application/json"))
    let list = try await received(Answer.json("200 OK", #"{"devices":[\#(Self.registered)]}"#)) { api, origin, token in
      let devices = try await api.devices(at: origin, token: token)
      #expect(devices.map(\.token) == [Self.device])
    }
    #expect(list.map(\.line) == ["GET /v1/devices HTTP/1.1"])
    let delete = try await received(Answer.noContent) { api, origin, token in
      try await api.unregister(device: Self.device, at: origin, token: token)
    }
    #expect(delete.map(\.line) == ["DELETE /v1/devices/0123456789abcdef HTTP/1.1"])
  }

  @Test("a payload goes out exactly as it was written")
  func push() async throws {
    let id = UUID()
    let answer = #"{"id":"\#(id.uuidString)","createdAt":"2027-01-02T03:04:05Z","inboxCount":1}"#
    let payload = " { \"aps\":\t{\"alert\":\"ü\"}, \"n\": 1.50e0 }\n"
    let requests = try await received(Answer.json("201 Created", answer)) { api, origin, token in
      let push = try await api.push(payload, at: origin, token: token)
      #expect(push.id == id && push.inboxCount == 1 && push.expiresAt == nil)
      _ = try await api.push(
        payload, to: .device(Self.device), expiresAt: Date(timeIntervalSince1970: 1_800_000_000), idempotencyKey: "k-1",
        at: origin, token: token)
    }
    #expect(requests[0].body == #"{"payload":\#(payload)}"#)
    #expect(!requests[0].head.lowercased().contains("idempotency-key"))
    #expect(
      requests[1].body
        == #"{"expiresAt":"2027-01-15T08:00:00Z","to":{"device":"0123456789abcdef"},"payload":\#(payload)}"#)
    #expect(requests[1].head.lowercased().contains("idempotency-key: k-1"))
  }

  @Test("what can't be sent is refused here")
  func unsendable() async throws {
    let requests = try await received(Answer.noContent) { api, origin, token in
      let tooLong = "{\"a\":\"" + String(repeating: "x", count: 4096) + "\"}"
      for payload in ["", "[]", "1", "\"x\"", "{", "{},\"to\":{\"everyone\":true", "{}}", "null", tooLong] {
        await #expect(throws: ServerClientError(.invalidInput), "\(payload.prefix(40))") {
          try await api.push(payload, at: origin, token: token)
        }
      }
      for key in ["", "a b", "a\r\nX: y", "é", String(repeating: "k", count: 129)] {
        await #expect(throws: ServerClientError(.invalidInput)) {
          try await api.push("{}", idempotencyKey: key, at: origin, token: token)
        }
      }
      for device in ["short", "../../../v1/sessions/current", "0123456789abcde?", ""] {
        await #expect(throws: ServerClientError(.invalidInput)) {
          try await api.unregister(device: device, at: origin, token: token)
        }
      }
    }
    #expect(requests.isEmpty)
  }

  @Test("pages are asked for by number, within the server's limits")
  func pages() async throws {
    let page = #"{"items":[],"bounds":{"first":1,"highest":0}}"#
    let requests = try await received(Answer.json("200 OK", page)) { api, origin, token in
      #expect(try await api.inbox(after: 7, at: origin, token: token).bounds.highest == 0)
      _ = try await api.inbox(after: -3, limit: 9999, at: origin, token: token)
      _ = try await api.inbox(after: .max, limit: 0, at: origin, token: token)
    }
    #expect(
      requests.map(\.line) == [
        "GET /v1/inbox?after=7&limit=500 HTTP/1.1", "GET /v1/inbox?after=0&limit=500 HTTP/1.1",
        "GET /v1/inbox?after=9223372036854775807&limit=1 HTTP/1.1",
      ])
  }

  @Test("an answer may be as long as a full page, and no longer")
  func bounds() async throws {
    let allowed = ServerClientLimits.pageByteCount(500)
    let space = String(repeating: " ", count: allowed)
    let page = #"{"items":[],"bounds":{"first":1,"highest":0}}"#
    try await received(Answer.json("200 OK", page + space.dropLast(page.utf8.count))) { api, origin, token in
      let whole = try await api.inbox(after: 0, at: origin, token: token)
      #expect(whole.items.isEmpty)
      await #expect(throws: ServerClientError(.garbage)) {
        try await api.inbox(after: 0, limit: 499, at: origin, token: token)
      }
      await #expect(throws: ServerClientError(.garbage)) {
        try await api.acknowledge(through: 1, device: Self.device, at: origin, token: token)
      }
    }
  }

  @Test("a state is set, and the one that stands is told")
  func states() async throws {
    let change = #"{"change":4,"sequence":7,"state":"rejected","since":"2027-01-02T03:04:05Z","device":"phone"}"#
    let requests = try await received(Answer.json("200 OK", change)) { api, origin, token in
      let standing = try await api.setState(.accepted, ofItem: 7, device: Self.device, at: origin, token: token)
      #expect(standing?.state == .rejected && standing?.device == "phone")
    }
    #expect(requests.map(\.line) == ["POST /v1/inbox/7/state HTTP/1.1"])
    #expect(requests[0].body == #"{"device":"0123456789abcdef","state":"accepted"}"#)
    let shown = try await received(Answer.noContent) { api, origin, token in
      #expect(try await api.setState(.displayed, ofItem: 7, device: Self.device, at: origin, token: token) == nil)
      try await api.acknowledge(through: 7, device: Self.device, at: origin, token: token)
    }
    #expect(shown[1].line == "POST /v1/inbox/acknowledgement HTTP/1.1")
    #expect(shown[1].body == #"{"device":"0123456789abcdef","through":7}"#)
  }

  @Test("sequences, changes and the status of a push are read")
  func reading() async throws {
    let sequences = #"{"inbox":{"first":3,"highest":9},"changes":5,"channels":{}}"#
    try await received(Answer.json("200 OK", sequences)) { api, origin, token in
      let standing = try await api.sequences(at: origin, token: token)
      #expect(standing == Sequences(inbox: SequenceBounds(first: 3, highest: 9), changes: 5))
    }
    try await received(Answer.json("200 OK", #"{"changes":[]}"#)) { api, origin, token in
      let changes = try await api.inboxChanges(after: 2, at: origin, token: token)
      #expect(changes.isEmpty)
    }
    try await received(Answer.error("404 Not Found", "not_found")) { api, origin, token in
      _ = await #expect(throws: ServerClientError(.notFound)) {
        try await api.status(ofPush: UUID(), at: origin, token: token)
      }
    }
  }
}
