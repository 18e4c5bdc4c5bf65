import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

/// Every answer of the administrators' routes.
extension OpenAPITests {
  private static let accounts = "/v1/admin/accounts"
  private static let account = "/v1/admin/accounts/{id}"
  private static let devices = "/v1/admin/accounts/{id}/devices"
  private static let device = "/v1/admin/accounts/{id}/devices/{token}"
  private static let channels = "/v1/admin/channels"
  private static let channel = "/v1/admin/channels/{id}"

  func recordAdministration(_ recording: APIRecording) async throws {
    try await RunningServer.run { server async throws in
      let ada = try await server.addAdministrator()
      let bob = try await server.addAccount("bob@example.org")
      let api = RecordedServer(server, recording, token: try await server.token())
      try await recordAccountLists(api)
      try await recordAccountChanges(api, bob: bob, ada: ada)
      try await recordChannelChanges(api)
      try await server.addAccount("eve@example.org")
      let eve = RecordedServer(server, recording, token: try await server.token("eve@example.org"))
      let stranger = RecordedServer(server, recording)
      for (method, path) in Self.ofAdministrators {
        try await eve.expect(403, method, path)
        try await stranger.expect(401, method, path)
      }
    }
  }

  private static let ofAdministrators: [(HTTPMethod, String)] = [
    (.GET, accounts), (.POST, accounts), (.PUT, account), (.DELETE, account), (.GET, devices), (.DELETE, device),
    (.POST, channels), (.PUT, channel), (.DELETE, channel),
  ]

  private func recordAccountLists(_ api: RecordedServer) async throws {
    try await api.expect(200, .GET, Self.accounts, query: "?limit=1&prefix=&after=")
    try await api.expect(422, .GET, Self.accounts, query: "?limit=0")
    try await api.expect(
      201, .POST, Self.accounts, body: RunningServer.credentials("new@example.org", "correct horse"))
    try await api.expect(
      409, .POST, Self.accounts, body: RunningServer.credentials("new@example.org", "correct horse"))
    try await api.expectRefusals(.POST, Self.accounts)
  }

  private func recordAccountChanges(_ api: RecordedServer, bob: StoredAccount, ada: StoredAccount) async throws {
    let phone = "phone-phone-phone"
    try await api.server.register(device: phone, token: try await api.server.token("bob@example.org"))
    let (bobs, own) = (["id": bob.id.uuidString], ["id": ada.id.uuidString])
    let nobody = ["id": UUID().uuidString]
    let body = #"{"isAdministrator":true}"#
    try await api.expect(200, .PUT, Self.account, bobs, body: body)
    try await api.expect(409, .PUT, Self.account, own, body: body)
    try await api.expect(404, .PUT, Self.account, nobody, body: body)
    try await api.expectRefusals(.PUT, Self.account, bobs)
    try await api.expect(200, .GET, Self.devices, bobs)
    try await api.expect(404, .GET, Self.devices, nobody)
    let device = bobs.merging(["token": phone]) { first, _ in first }
    try await api.expect(204, .DELETE, Self.device, device)
    try await api.expect(404, .DELETE, Self.device, device)
    try await api.expect(409, .DELETE, Self.account, own)
    try await api.expect(204, .DELETE, Self.account, bobs)
    try await api.expect(404, .DELETE, Self.account, bobs)
  }

  private func recordChannelChanges(_ api: RecordedServer) async throws {
    let details = #"{"title":"News","description":"What is new","picture":"\#(UUID())"}"#
    let made = try await api.expect(201, .POST, Self.channels, body: details)
    try await api.expectRefusals(.POST, Self.channels)
    let id = ["id": try made.decoded(CatalogueChannel.self).id.uuidString]
    let none = ["id": UUID().uuidString]
    try await api.expect(200, .PUT, Self.channel, id, body: #"{"title":"Music"}"#)
    try await api.expectRefusals(.PUT, Self.channel, id)
    try await api.expect(404, .PUT, Self.channel, none, body: #"{"title":"Music"}"#)
    try await api.expect(204, .DELETE, Self.channel, id)
    try await api.expect(404, .DELETE, Self.channel, none)
  }

  /// Every answer of the console's files.
  func recordConsole(_ recording: APIRecording) async throws {
    try await RunningServer.run { server async throws in
      let api = RecordedServer(server, recording)
      let page = try await api.expect(200, .GET, "/console")
      let tag = try #require(page.headers.first(name: "ETag"))
      try await api.expect(304, .GET, "/console", headers: ["If-None-Match": tag])
      for file in ["console.css", "console.js", "icon.svg"] {
        let answer = try await api.expect(200, .GET, "/console/{file}", ["file": file])
        let tag = try #require(answer.headers.first(name: "ETag"))
        try await api.expect(304, .GET, "/console/{file}", ["file": file], headers: ["If-None-Match": tag])
      }
      try await api.expect(404, .GET, "/console/{file}", ["file": "other.js"])
    }
  }
}
