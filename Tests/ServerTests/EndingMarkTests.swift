import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import VaultServer

/// What keeps a server from letting in by what it remembers.
@Suite("Marks of endings", .timeLimit(.minutes(2)))
struct EndingMarkTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func account(_ email: String) throws -> StoredAccount {
    StoredAccount(id: UUID(), email: try #require(EmailAddress(email)), passwordHash: "hash", createdAt: now)
  }

  private func session(_ number: UInt8, of account: StoredAccount, usedAt offset: Double = 0) -> StoredSession {
    StoredSession(
      tokenHash: [UInt8](repeating: number, count: 32), accountID: account.id, createdAt: now,
      lastUsedAt: now.addingTimeInterval(offset), expiresAt: now.addingTimeInterval(100))
  }

  /// Lends two storages of one file, as a server and a command have it, and what says whether the first one saw a mark since it was asked last.
  private func withTwo(
    _ body: (SQLiteStorage, SQLiteStorage, () throws -> Bool) async throws -> Void
  ) async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let path = directory + "/vault-server.sqlite"
      let (server, command) = (try SQLiteStorage(path: path), try SQLiteStorage(path: path))
      let endings = try #require(server.endings)
      var known = try #require(endings.value)
      try await body(server, command) {
        let former = known
        known = try #require(endings.value)
        return known != former
      }
    }
  }

  @Test("each way in which something ends leaves another one, whichever process did it")
  func endings() async throws {
    try await withTwo { server, command, isMarked in
      for storage in [server, command] {
        let (ada, bob) = (try account("ada@example.org"), try account("bob@example.org"))
        for one in [ada, bob] { try await storage.add(one) }
        try await storage.add(
          StoredSenderToken(id: UUID(), name: "backups", tokenHash: [1], scopes: [.everywhere], createdAt: now))
        for number in UInt8(1)...3 {
          #expect(
            try await storage.begin(
              session(number, of: ada, usedAt: Double(number)), ifPasswordHashIs: "hash", atMost: 9))
        }
        #expect(try await storage.begin(session(4, of: bob), ifPasswordHashIs: "hash", atMost: 9))
        #expect(try !isMarked(), "nothing has ended yet")

        try await storage.end(tokenHash: session(1, of: ada).tokenHash)
        #expect(try isMarked(), "a logout")
        #expect(try await storage.begin(session(5, of: ada, usedAt: 5), ifPasswordHashIs: "hash", atMost: 2))
        #expect(try isMarked(), "one session too many")
        #expect(try await storage.setAdministrator(email: ada.email, to: true))
        #expect(try isMarked(), "another right")
        #expect(try await storage.replaceHash(of: ada.id, from: "hash", to: "second"))
        #expect(try isMarked(), "another hash")
        #expect(try await storage.setPasswordHash(email: ada.email, to: "third"))
        #expect(try isMarked(), "another password")
        #expect(try await storage.removeSenderToken(name: "backups"))
        #expect(try isMarked(), "a token that is revoked")
        #expect(try await storage.removeAccount(email: bob.email))
        #expect(try isMarked(), "an account with a session, which goes with it")
        #expect(try await storage.removeAccount(email: ada.email))
        #expect(try !isMarked(), "an account without one: nobody could be let in any more")
      }
    }
  }

  @Test("what ends nothing leaves none, and neither does what comes to nothing")
  func nothing() async throws {
    try await withTwo { server, _, isMarked in
      let ada = try account("ada@example.org")
      try await server.add(ada)
      let begun = session(1, of: ada)
      #expect(try await server.begin(begun, ifPasswordHashIs: "hash", atMost: 9))
      try await server.extend(tokenHash: begun.tokenHash, usedAt: now, expiresAt: now.addingTimeInterval(200))
      try await server.end(tokenHash: [9])
      #expect(try await !server.removeSenderToken(name: "backups"))
      struct Refusal: Error {}
      await #expect(throws: Refusal.self) {
        try await server.write { transaction in
          try transaction.execute("UPDATE accounts SET inboxHighest = 1", [])
          throw Refusal()
        }
      }
      #expect(try !isMarked())
    }
  }

  @Test("where the file can't be had or is gone, nobody relies on it")
  func missing() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      #expect(EndingMark(path: directory + "/nowhere/endings") == nil)
      let path = directory + "/endings"
      let mark = try #require(EndingMark(path: path))
      #expect(mark.value != nil)
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
      try Data().write(to: URL(filePath: path))
      #expect(try #require(EndingMark(path: path)).value != nil)
      try FileManager.default.createSymbolicLink(atPath: directory + "/link", withDestinationPath: path)
      #expect(EndingMark(path: directory + "/link") == nil)
    }
    #expect(try SQLiteStorage.inMemory().endings == nil)
  }

  private func status(_ url: String, _ token: String) async throws -> Int {
    var request = HTTPClientRequest(url: url)
    request.headers.add(name: "Authorization", value: "Bearer \(token)")
    return Int(try await HTTPClient.shared.execute(request, timeout: .seconds(30)).status.code)
  }

  @Test("what a command ends beside a running server is out with the next request")
  func commands() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = ["--data", directory + "/data"]
      func run(_ words: String..., input: String = "") async throws -> String {
        let outcome = try await ServerProgram.run(words + data, input: input)
        #expect(outcome.status == 0, "\(words): \(outcome.errors)")
        return outcome.output.trimmingCharacters(in: .newlines)
      }
      try await ServerProgram.serve(data) { url async throws in
        for _ in 0..<5 {
          _ = try await run("account", "add", "ada@example.org", "--password-stdin", input: "correct horse\n")
          let session = try await login(url)
          let program = try await run("token", "create", "--name", "watch", "--scope", "metrics:read")
          // Twice: the second answer is one that is remembered.
          for _ in 0..<2 {
            #expect(try await status(url + "/v1/me", session) == 200)
            #expect(try await status(url + "/metrics", program) == 200)
            #expect(try await status(url + "/v1/admin/accounts", session) == 403)
          }
          _ = try await run("account", "admin", "ada@example.org", "on")
          #expect(try await status(url + "/v1/admin/accounts", session) == 200)
          _ = try await run("account", "admin", "ada@example.org", "off")
          #expect(try await status(url + "/v1/admin/accounts", session) == 403)
          _ = try await run("token", "revoke", "--name", "watch")
          #expect(try await status(url + "/metrics", program) == 401)
          #expect(try await status(url + "/v1/me", session) == 200)
          _ = try await run("account", "remove", "ada@example.org")
          #expect(try await status(url + "/v1/me", session) == 401)
        }
      }
    }
  }

  private func login(_ url: String) async throws -> String {
    var request = HTTPClientRequest(url: url + "/v1/sessions")
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(ByteBuffer(string: RunningServer.credentials("ada@example.org", "correct horse")))
    let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
    let body = Data(try await answer.body.collect(upTo: 1 << 20).readableBytesView)
    let object = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    return try #require(object["token"] as? String)
  }
}
