import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

/// Every answer of the routes for nicknames, for who is found by email, and for invitations to follow.
extension OpenAPITests {
  func recordNames(_ recording: APIRecording) async throws {
    try await RunningServer.run { server async throws in
      let ada = try await server.addAccount()
      let bob = try await server.addAccount("bob@example.org")
      let eve = try await server.addAccount("eve@example.org")
      let api = RecordedServer(server, recording, token: try await server.token())
      let stranger = RecordedServer(server, recording)
      let (path, user) = ("/v1/nicknames/{user}", ["user": bob.id.uuidString])
      let nickname = #"{"nickname":"Bobby"}"#
      try await api.expect(204, .PUT, path, user, body: nickname)
      try await api.expect(409, .PUT, path, ["user": eve.id.uuidString], body: nickname)
      try await api.expect(422, .PUT, path, ["user": ada.id.uuidString], body: nickname)
      try await api.expect(404, .PUT, path, ["user": UUID().uuidString], body: nickname)
      try await api.expectRefusals(.PUT, path, user)
      try await api.expect(200, .GET, "/v1/nicknames")
      try await api.expect(200, .GET, "/v1/people")
      try await api.expect(200, .GET, "/v1/users/{user}", user)
      try await stranger.expect(401, .GET, "/v1/nicknames")
      for method in [HTTPMethod.PUT, .DELETE] { try await stranger.expect(401, method, path, user, body: nickname) }
      try await server.fillNicknames(of: ada.id)
      try await api.expect(403, .PUT, path, ["user": eve.id.uuidString], body: #"{"nickname":"Evelyn"}"#)
      try await api.expect(204, .DELETE, path, user)
      try await api.expect(404, .DELETE, path, ["user": UUID().uuidString])
      try await recordFinding(api, stranger)
      let guest = RecordedServer(server, recording, token: try await server.token("bob@example.org"))
      try await recordInvitations(api, stranger, guest)
    }
  }

  private func recordFinding(_ api: RecordedServer, _ stranger: RecordedServer) async throws {
    let findable = "/v1/me/findable"
    try await api.expect(204, .PUT, findable, body: #"{"isFindable":true}"#)
    try await api.expect(200, .GET, findable)
    try await api.expectRefusals(.PUT, findable)
    let lookup = "/v1/people/lookup"
    try await api.expect(200, .POST, lookup, body: #"{"email":"ada@example.org"}"#)
    try await api.expectRefusals(.POST, lookup)
    for _ in 0..<9 { try await api.expect(404, .POST, lookup, body: #"{"email":"bob@example.org"}"#) }
    try await api.expect(429, .POST, lookup, body: #"{"email":"bob@example.org"}"#)
    for (method, path) in [(HTTPMethod.GET, findable), (.PUT, findable), (.POST, lookup)] {
      try await stranger.expect(401, method, path)
    }
  }

  private func recordInvitations(
    _ api: RecordedServer, _ stranger: RecordedServer, _ guest: RecordedServer
  ) async throws {
    let path = "/v1/follow-invitations"
    let made = try await api.expect(201, .POST, path).decoded(FollowInvitation.self)
    for _ in 1..<ServerLimits.followInvitationCount { try await api.expect(201, .POST, path) }
    try await api.expect(403, .POST, path)
    try await api.expect(200, .GET, path)
    let body = #"{"code":"\#(made.code ?? "")"}"#
    for (verb, status) in [("lookups", 200), ("redemptions", 200), ("redemptions", 200), ("lookups", 200)] {
      try await guest.expect(status, .POST, "/v1/follow-invitation-\(verb)", body: body)
    }
    let other = #"{"code":"\#(try InvitationCode().text)"}"#
    try await guest.expect(404, .POST, "/v1/follow-invitation-redemptions", body: other)
    for verb in ["lookups", "redemptions"] {
      let path = "/v1/follow-invitation-\(verb)"
      try await guest.expectRefusals(.POST, path)
      try await stranger.expect(401, .POST, path, body: body)
    }
    for _ in 2..<10 { try await guest.expect(404, .POST, "/v1/follow-invitation-lookups", body: other) }
    for verb in ["lookups", "redemptions"] {
      try await guest.expect(429, .POST, "/v1/follow-invitation-\(verb)", body: body)
    }
    let left = try await api.expect(200, .GET, path).decoded(FollowInvitations.self).invitations
    let one = ["invitation": try #require(left.first).id.uuidString]
    for (status, values) in [(204, one), (404, one)] {
      try await api.expect(status, .DELETE, "\(path)/{invitation}", values)
    }
    try await stranger.expect(401, .DELETE, "\(path)/{invitation}", one)
    for method in [HTTPMethod.GET, .POST] { try await stranger.expect(401, method, path) }
  }
}
