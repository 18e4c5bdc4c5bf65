import Foundation
import NIOHTTP1
import NIOPosix
import ProcessTesting
import ServerAPI
import Testing

@testable import VaultServer

extension JoinedChannel {
  fileprivate var path: String { "/v1/channels/\(channel)/socket?device=\(Self.laptop)" }

  /// Starts a client; the words are those of `socket_client.py`.
  fileprivate func client(_ count: Int, _ words: [String], token other: String? = nil) throws -> ChildProcess {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "socket_client.py")
    return try ChildProcess(
      ["/usr/bin/python3", script.path, "ws://127.0.0.1:\(server.port)\(path)", "\(count)"] + words,
      input: .text((other ?? token) + "\n"))
  }
}

/// The events of a channel over a WebSocket, with Debian's python3-websockets at the other end.
@Suite("A channel's WebSocket", .timeLimit(.minutes(2)))
struct WebSocketTests {
  private func line(_ client: ChildProcess, _ index: Int) async throws -> String {
    try await NIOThreadPool.singleton.runIfActive { try client.line(index) }
  }

  private func message(_ line: String) throws -> (event: String, id: String?, text: String?) {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let data = object["data"] as? [String: Any]
    let id = (object["id"] as? String).map { ReceivedEvent.parts(ofID: $0[...]).id }
    return (object["event"] as? String ?? "", id, data?["text"] as? String)
  }

  @Test("brings what was missed, then what is written, and answers pings")
  func messages() async throws {
    try await JoinedChannel.run { scene async throws in
      for number in 1...3 { try await scene.post("n\(number)") }
      let client = try scene.client(3, ["after=1", "ping", "text", "wait"])
      for number in 2...3 {
        #expect(try message(try await line(client, number - 2)) == ("message", "\(number)", "n\(number)"))
      }
      // Longer than a frame with a length of seven bits, and one of sixteen.
      let long = String(repeating: "é", count: 2048)
      try await scene.post(long)
      #expect(try message(try await line(client, 2)) == ("message", "4", long))
      #expect(try await line(client, 3) == "pong")
      _ = try await scene.server.send(.DELETE, "/v1/channels/\(scene.channel)/enrolment", token: scene.token)
      #expect(try await line(client, 4) == #"{"event":"closed","data":{"reason":"left"}}"#)
      #expect(try await line(client, 5) == "closed 1000 left")
    }
  }

  @Test("answers one ping after another")
  func pings() async throws {
    try await JoinedChannel.run { scene async throws in
      try await scene.post("n1")
      let client = try scene.client(1, ["after=0", "ping", "ping", "text", "ping", "unmasked"])
      for index in 1...3 { #expect(try await line(client, index) == "pong") }
      #expect(try await line(client, 4).hasPrefix("closed 1002"))
    }
  }

  @Test(
    "and an event stream pass over what comes together with their request",
    arguments: [
      "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", "GARBAGE\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc",
    ])
  func company(tail: String) async throws {
    try await JoinedChannel.run { scene async throws in
      let upgrade =
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
      let events = "/v1/channels/\(scene.channel)/events?device=\(JoinedChannel.laptop)"
      for (path, headers) in [("/v1/events", ""), (events, ""), (scene.path, upgrade)] {
        let request =
          "GET \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(scene.token)\r\n\(headers)\r\n\(tail)"
        let answer = try await RawConnection.beginning(scene.server.port, request)
        #expect(answer.hasPrefix("HTTP/1.1 \(headers.isEmpty ? 200 : 101) "), "\(path)")
        #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2, "\(path)")
      }
      #expect(try await scene.server.send(.GET, "/healthz").status == 200)
    }
  }

  @Test("shares the one open channel of a device with the event stream")
  func oneForEachDevice() async throws {
    try await JoinedChannel.run { scene async throws in
      try await scene.post("n1")
      let socket = try scene.client(2, ["after=0"])
      #expect(try message(try await line(socket, 0)).id == "1")
      let events = "/v1/channels/\(scene.channel)/events?device=\(JoinedChannel.laptop)"
      var stream = try await EventClient(scene.server, events, token: scene.token, after: "0")
      #expect(try await stream.next(1).map(\.id) == ["1"])
      #expect(try await line(socket, 1) == #"{"event":"closed","data":{"reason":"replaced"}}"#)
      #expect(try await line(socket, 2) == "closed 1000 replaced")
      let second = try scene.client(1, ["after=0", "wait"])
      #expect(try message(try await line(second, 0)).id == "1")
      #expect(try await stream.next(1)[0].decoded(ChannelClosing.self).reason == .replaced)
      second.end()
    }
  }

  @Test("ends a client that breaks the rules, with the right code", arguments: [("large", 1009), ("unmasked", 1002)])
  func rules(word: String, code: Int) async throws {
    try await JoinedChannel.run { scene async throws in
      try await scene.post("n1")
      let client = try scene.client(1, ["after=0", word])
      #expect(try await line(client, 1).hasPrefix("closed \(code)"))
    }
  }

  @Test(
    "ends a client whose frames mean nothing here",
    arguments: [
      ("a reserved bit", ["c178"], 1002), ("a reserved kind", ["8378"], 1002), ("a reserved control", ["8b"], 1002),
      ("a continuation of nothing", ["8078"], 1002), ("a text within a text", ["0178", "8178"], 1002),
      ("a control in parts", ["09"], 1002), ("no UTF-8", ["81ff"], 1007), ("half a character", ["81c3"], 1007),
      ("no UTF-8 in parts", ["01e2", "0082", "8028"], 1007), ("a closing of one byte", ["8803"], 1002),
      ("a closing with a code that is not sent", ["8803ed"], 1002),
      ("a closing with a reason that is no text", ["8803e8ff"], 1007),
    ])
  func frames(name: String, frames: [String], code: Int) async throws {
    try await JoinedChannel.run { scene async throws in
      try await scene.post("n1")
      let client = try scene.client(1, ["after=0"] + frames.map { "frame=\($0)" })
      #expect(try await line(client, 1).hasPrefix("closed \(code)"), "\(name)")
    }
  }

  @Test("passes over what follows the rules: parts of a text with pings between them, and bytes that are no text")
  func goodFrames() async throws {
    try await JoinedChannel.run { scene async throws in
      try await scene.post("n1")
      let frames = ["01e282", "89", "00ac", "00", "8041", "02ff", "80fe", "81f09f9880", "8a"]
      let client = try scene.client(1, ["after=0"] + frames.map { "frame=\($0)" } + ["ping", "wait"])
      #expect(try await line(client, 1) == "pong")
      client.end()
    }
  }

  @Test(
    "refuses a key that is not 16 bytes in base64",
    arguments: [
      "", "short", "dGhlIHNhbXBsZSBub25jZR==", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZSE=",
      "dGhlIHNhbXBsZSBub25j_Q==",
    ])
  func keys(key: String) async throws {
    try await JoinedChannel.run { scene async throws in
      let headers = [
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key,
      ]
      let answer = try await scene.server.send(.GET, scene.path, token: scene.token, headers: headers)
      #expect(answer.status == 400 && answer.code == .badRequest)
    }
  }

  @Test("ends with its session")
  func logout() async throws {
    try await JoinedChannel.run { scene async throws in
      try await scene.post("n1")
      let client = try scene.client(1, ["after=0", "wait"])
      _ = try await line(client, 0)
      #expect(try await scene.server.send(.DELETE, "/v1/sessions/current", token: scene.token).status == 204)
      #expect(try await line(client, 1) == "closed 1008 the session is over")
    }
  }

  @Test("refuses who has no token, and requests that are no handshake")
  func refusals() async throws {
    try await JoinedChannel.run { scene async throws in
      let stranger = try scene.client(1, [], token: String(repeating: "A", count: 43))
      #expect(try await line(stranger, 0) == "refused 401")
      let handshake = ["Connection": "keep-alive, Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"]
      for name in ["Connection", "Upgrade", "Sec-WebSocket-Version", "Sec-WebSocket-Key"] {
        var headers = handshake.merging(["Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="]) { $1 }
        headers[name] = nil
        let answer = try await scene.server.send(.GET, scene.path, token: scene.token, headers: headers)
        #expect(answer.status == 426 && answer.code == .upgradeRequired, "without \(name)")
        #expect(answer.headers.first(name: "Upgrade") == "websocket")
      }
      #expect(try await scene.server.send(.HEAD, scene.path, token: scene.token).status == 200)
    }
  }

  @Test("a handshake that is refused takes no stream's place")
  func refusedPlace() async throws {
    let one: (inout ServerConfiguration) -> Void = { $0.streamsPerAccount = 1 }
    try await JoinedChannel.run(configure: one) { scene async throws in
      for _ in 1...3 { #expect(try await scene.server.send(.GET, scene.path, token: scene.token).status == 426) }
      #expect(try await EventClient(scene.server, token: scene.token).status == 200)
    }
  }

  @Test("is kept alive by pings, and ended when they are not answered")
  func heartbeat() async throws {
    let configure: (inout ServerConfiguration) -> Void = { $0.heartbeat = .milliseconds(50) }
    try await JoinedChannel.run(configure: configure) { scene async throws in
      let request =
        "GET \(scene.path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(scene.token)\r\nUpgrade: websocket\r\n"
        + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
      let answer = try await RawConnection.exchange(scene.server.port, request)
      #expect(answer.hasPrefix("HTTP/1.1 101 "))
      // RFC 6455, section 1.3, has this key and its answer as an example.
      #expect(answer.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
      #expect(answer.contains("the client does not answer"))
    }
  }
}
