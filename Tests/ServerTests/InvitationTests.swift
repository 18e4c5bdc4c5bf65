import AsyncHTTPClient
import Foundation
import GRDB
import NIOCore
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Invitations")
struct InvitationTests {
  private static func invitationsOnly(_ configuration: inout ServerConfiguration) {
    configuration.registration = .invitation
  }

  private func invite(_ server: RunningServer) async throws -> String {
    let code = try InvitationCode()
    try await server.storage.add(
      StoredInvitation(
        id: UUID(), codeHash: code.hash, createdAt: server.clock.now,
        expiresAt: server.clock.now.addingTimeInterval(InvitationCode.lifetimeSeconds)))
    return code.text
  }

  private func register(
    _ server: RunningServer, _ email: String, _ invitation: String?
  ) async throws -> RunningServer.Answer {
    let member = invitation.map { #","invitation":"\#($0)""# } ?? ""
    return try await server.send(
      .POST, "/v1/accounts", body: #"{"email":"\#(email)","password":"correct horse"\#(member)}"#)
  }

  @Test("an invitation makes one account, however it is typed")
  func once() async throws {
    try await RunningServer.run(configure: Self.invitationsOnly) { server async throws in
      let code = try await invite(server)
      let typed = code.uppercased().replacing("-", with: " ")
      #expect(try await register(server, "ada@example.org", typed).status == 201)
      #expect(try await server.login().status == 201)
      #expect(try await register(server, "bob@example.org", code).code == .forbidden)
    }
  }

  @Test("who has none that serves learns nothing of who has an account")
  func uninvited() async throws {
    try await RunningServer.run(configure: Self.invitationsOnly) { server async throws in
      try await server.addAccount()
      let code = try await invite(server)
      var answers: Set<Data> = []
      let other = try InvitationCode().text
      for email in ["ada@example.org", "bob@example.org"] {
        for invitation in [nil, "", "no code", other] {
          let answer = try await register(server, email, invitation)
          #expect(answer.status == 403)
          answers.insert(answer.body)
        }
      }
      #expect(answers.count == 1)
      server.clock.advance(by: .seconds(7 * 86_400))
      #expect(try await register(server, "bob@example.org", code).code == .forbidden)
    }
  }

  @Test("an email that is taken uses no invitation up, nor do two at once make two accounts of one")
  func taken() async throws {
    try await RunningServer.run(configure: Self.invitationsOnly) { server async throws in
      try await server.addAccount()
      let code = try await invite(server)
      #expect(try await register(server, "ada@example.org", code).code == .conflict)
      async let first = register(server, "bob@example.org", code).status
      async let second = register(server, "eve@example.org", code).status
      #expect(try await [first, second].sorted() == [201, 403])
    }
  }

  @Test("`invite` prints a code that a running server takes, and lists and revokes others")
  func program() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = ["--data", directory]
      try await ServerProgram.serve(data + ["--registration", "invitation"]) { url async throws in
        let code = try await ServerProgram.run(["invite"] + data).output.trimmingCharacters(in: .newlines)
        #expect(code.count == 39)
        let body = #"{"email":"ada@example.org","password":"correct horse","invitation":"\#(code)"}"#
        #expect(try await Self.post(url + "/v1/accounts", body) == 201)
        #expect(try await ServerProgram.run(["invite", "list"] + data).output == "no invitations\n")
        _ = try await ServerProgram.run(["invite"] + data)
        let list = try await ServerProgram.run(["invite", "list"] + data).output
        let id = String(try #require(list.split(separator: " ").first))
        #expect(try await ServerProgram.run(["invite", "revoke", id] + data).status == 0)
        #expect(try await ServerProgram.run(["invite", "revoke", id] + data).status == 65)
        #expect(try await ServerProgram.run(["invite", "list", "--json"] + data).output.contains(": []"))
      }
    }
  }

  private static func post(_ url: String, _ body: String) async throws -> UInt {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(ByteBuffer(string: body))
    return try await HTTPClient.shared.execute(request, timeout: .seconds(60)).status.code
  }

  @Test("a backup holds no session, no secret of a device and no invitation that could come back with it")
  func backup() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let storage = try SQLiteStorage(path: directory + "/vault-server.sqlite")
      try await RunningServer.run(storage: storage) { server async throws in
        try await server.addAccount()
        _ = try await server.login(device: "")
        _ = try await invite(server)
      }
      let copy = directory + "/copy.sqlite"
      try await storage.backUp(to: copy)
      let counts = try await DatabaseQueue(path: copy).read { database in
        try ["accounts", "sessions", "knownDevices", "invitations"].map { table in
          try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
        }
      }
      #expect(counts == [1, 0, 0, 0])
      #expect(try await storage.invitations(now: .distantPast).count == 1)
    }
  }
}
