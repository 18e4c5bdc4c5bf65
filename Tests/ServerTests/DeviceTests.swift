import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Devices")
struct DeviceTests {
  private static let laptop = "laptop-laptop-laptop"
  private static let registration = #"{"platform":"linux","name":"laptop"}"#

  @Test("a device is registered, brought up to date, listed and forgotten")
  func life() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      let path = "/v1/devices/\(Self.laptop)"
      let first = try await server.send(.PUT, path, body: Self.registration, token: token)
      let made = try first.decoded(Device.self)
      #expect(first.status == 200 && made.name == "laptop" && made.registeredAt == server.clock.now)
      server.clock.advance(by: .seconds(60))
      let again = try await server.send(.PUT, path, body: #"{"platform":"linux","name":"työpöytä"}"#, token: token)
      let renamed = try again.decoded(Device.self)
      #expect(renamed.name == "työpöytä" && renamed.registeredAt == made.registeredAt)
      #expect(renamed.lastSeenAt == server.clock.now)
      #expect(try await server.send(.GET, "/v1/devices", token: token).decoded(DeviceList.self).devices == [renamed])
      #expect(try await server.send(.DELETE, path, token: token).status == 204)
      #expect(try await server.send(.DELETE, path, token: token).code == .notFound)
      #expect(try await server.send(.GET, "/v1/devices", token: token).decoded(DeviceList.self).devices.isEmpty)
    }
  }

  @Test("nobody sees, forgets or takes another's device; who unregisters it leaves nothing of it behind")
  func anothers() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      try await server.addAccount("bob@example.org")
      let (ada, bob) = (try await server.token(), try await server.token("bob@example.org"))
      let path = "/v1/devices/\(Self.laptop)"
      try await server.register(device: Self.laptop, token: ada)
      #expect(try await server.send(.GET, "/v1/devices", token: bob).decoded(DeviceList.self).devices.isEmpty)
      #expect(try await server.send(.DELETE, path, token: bob).code == .notFound)
      _ = try await server.push(token: ada)
      let acknowledgement = #"{"device":"\#(Self.laptop)","through":1}"#
      _ = try await server.send(.POST, "/v1/inbox/acknowledgement", body: acknowledgement, token: ada)
      let taken = try await server.send(.PUT, path, body: Self.registration, token: bob)
      #expect(taken.status == 409 && taken.code == .conflict)
      #expect(try await server.send(.GET, "/v1/devices", token: ada).decoded(DeviceList.self).devices.count == 1)
      #expect(try await server.send(.DELETE, path, token: ada).status == 204)
      try await server.register(device: Self.laptop, token: bob)
      #expect(
        try await server.send(.POST, "/v1/inbox/acknowledgement", body: acknowledgement, token: ada).code == .notFound)
      _ = try await server.push(token: bob)
      let pushed = try await server.push(token: bob).decoded(Push.self)
      let status = try await server.send(.GET, "/v1/pushes/\(pushed.id)", token: bob).decoded(PushStatus.self)
      #expect(status.deliveries.map(\.state) == [.stored], "what ada had acknowledged counts for nothing")
    }
  }

  @Test(
    "a token that can't be one is refused",
    arguments: [
      "short", String(repeating: "a", count: 65), "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "0123456789abcde%00",
      "0123456789abcdef%0a", "0123456789abcde+", String(repeating: "a", count: 6000), "0123456789%61bcdef",
    ])
  func invalidToken(_ token: String) async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let session = try await server.token()
      for method in [HTTPMethod.PUT, .DELETE] {
        let answer = try await server.send(
          method, "/v1/devices/\(token)", body: method == .PUT ? Self.registration : nil, token: session)
        #expect(answer.status == 422 && answer.code == .invalidField)
      }
    }
  }

  @Test(
    "names and platforms that are none are refused",
    arguments: [
      #"{"platform":"","name":"a"}"#, #"{"platform":"linux"}"#, #"{"platform":"linux","name":7}"#, "[]", "7",
      #"{"platform":"linux","name":"\#(String(repeating: "é", count: 65))"}"#,
      #"{"platform":"linux","name":"a\u0000b"}"#, #"{"platform":"li\\\u0000nux","name":"a"}"#,
    ])
  func invalidRegistration(_ body: String) async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      let answer = try await server.send(.PUT, "/v1/devices/\(Self.laptop)", body: body, token: token)
      #expect(answer.status == 422 && answer.code == .invalidField)
    }
  }

  @Test("a backslash before the letters of an escape is text")
  func backslashes() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let body = #"{"platform":"linux","name":"a\\u0000b"}"#
      let answer = try await server.send(
        .PUT, "/v1/devices/\(Self.laptop)", body: body, token: try await server.token())
      #expect(try answer.decoded(Device.self).name == #"a\u0000b"#)
    }
  }

  @Test("paths with tricks reach nothing")
  func paths() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      try await server.register(device: Self.laptop, token: token)
      for path in ["%2e%2e/devices", "../devices", "//devices/x/y", "devices/%2e%2e/inbox", "inbox/%00", "%00"] {
        let raw = "GET /v1/\(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n\r\n"
        let answer = try await RawConnection.exchange(server.port, raw)
        #expect(answer.hasPrefix("HTTP/1.1 404 "), "\(path)")
        #expect(!answer.contains(Self.laptop))
      }
      #expect(try await server.send(.GET, "/healthz").status == 200)
    }
  }
}
