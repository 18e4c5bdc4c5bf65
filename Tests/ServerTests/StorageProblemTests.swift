import Foundation
import GRDB
import NIOCore
import NIOHTTP1
import ProcessTesting
import ServerAPI
import Testing

@testable import VaultServer

/// Storage that can't be used for a time.
@Suite("Storage with a problem", .timeLimit(.minutes(2)))
struct StorageProblemTests {
  /// 503, with the seconds after which it is worth to ask again.
  private func isUnavailable(_ answer: RunningServer.Answer, after seconds: String) -> Bool {
    answer.status == 503 && answer.code == .unavailable && answer.headers["Retry-After"] == [seconds]
  }

  private func metrics(_ server: RunningServer, _ token: String) async throws -> String {
    String(decoding: try await server.send(.GET, "/metrics", token: token).body, as: UTF8.self)
  }

  @Test("in which others write for too long is busy: 503, what only reads goes on, and all is as before afterwards")
  func busy() async throws {
    try await StorageTrouble.with(patience: 0.05) { storage, trouble in
      try await RunningServer.run(storage: storage) { server async throws in
        try await server.addAccount()
        let (token, reader) = (try await server.token(), try await server.senderToken([.metrics]))
        try await trouble.whileSomebodyWrites {
          #expect(isUnavailable(try await server.push(token: token), after: "2"))
          #expect(try await server.send(.GET, "/v1/inbox", token: token).status == 200)
          for path in ["/readyz", "/healthz"] {
            #expect(isUnavailable(try await server.send(.GET, path), after: "5"), "\(path)")
          }
          let text = try await metrics(server, reader)
          #expect(text.contains("vault_server_storage_writable 0\n"))
          #expect(!text.contains(#"storage_problems_total{reason="busy"} 0"#))
        }
        #expect(try await server.send(.GET, "/readyz").status == 200)
        #expect(try await metrics(server, reader).contains("vault_server_storage_writable 1\n"))
        #expect(try await server.push(token: token).status == 201)
        #expect(try await storage.sequences(of: server.accountID("bob@example.org")) != nil)
      }
    }
  }

  @Test("that is full is unavailable, keeps what it has, and takes the same push once there is room")
  func full() async throws {
    try await StorageTrouble.with { storage, _ in
      try await RunningServer.run(storage: storage) { server async throws in
        let ada = try await server.addAccount()
        let token = try await server.token()
        func bound(_ pages: Int) async throws {
          try await storage.engine.writer.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA max_page_count = \(pages)")
          }
        }
        // As many as there are.
        try await bound(1)
        let payload = #"{"text":"\#(String(repeating: "a", count: 3000))"}"#
        var stored: Int64 = 0
        var answer = try await server.push(payload, token: token)
        while answer.status == 201, stored < 1000 {
          stored += 1
          answer = try await server.push(payload, token: token)
        }
        #expect(isUnavailable(answer, after: "30"))
        #expect(storage.figures.problems.first { $0.reason == "full" }?.count == 1)
        #expect(try await storage.sequences(of: ada.id)?.inbox.highest == stored)
        try await bound(1 << 30)
        #expect(try await server.push(payload, token: token).status == 201)
        #expect(storage.figures.isWritable)
      }
    }
  }

  @Test("whose log can't be read is unavailable, also where one row is looked up")
  func failing() async throws {
    try await StorageTrouble.with { storage, trouble in
      // A new database is written anew once. Done by the server as it starts, that empties the log at any time, and there is nothing to break.
      try await storage.eraseTraces(upTo: .max)
      try await RunningServer.run(storage: storage) { server async throws in
        try await server.addAccount()
        let token = try await server.token()
        let mend = try trouble.breakLog()
        #expect(isUnavailable(try await server.send(.GET, "/v1/me", token: token), after: "5"))
        try mend()
        #expect(try await server.send(.GET, "/v1/me", token: token).status == 200)
      }
    }
  }

  @Test("that is damaged is no problem that passes")
  func damaged() {
    #expect(StorageProblem(DatabaseError(resultCode: .SQLITE_CORRUPT), isWrite: true) == nil)
    #expect(StorageProblem(DatabaseError(resultCode: .SQLITE_CONSTRAINT_UNIQUE), isWrite: true) == nil)
    #expect(StorageProblem(DatabaseError(resultCode: .SQLITE_READONLY), isWrite: false) == nil)
    #expect(StorageProblem(DatabaseError(resultCode: .SQLITE_IOERR_FSYNC), isWrite: true) != nil)
  }

  @Test("beyond the size that a file may have ends neither the server nor its streams")
  func fileSize() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = ["--data", directory + "/data"]
      let added = try await ServerProgram.run(
        ["account", "add", "ada@example.org", "--password-stdin"] + data, input: "correct horse\n")
      #expect(added.status == 0)
      let server = try LimitedServer(data)
      let url = try await server.url()
      let session = try await HTTPAnswer.ask(
        .POST, url + "/v1/sessions", RunningServer.credentials("ada@example.org", "correct horse"))
      let token = try #require(session.json["token"] as? String)
      var stream = try await HTTPAnswer.stream(url + "/v1/events", token)
      let log = try FileManager.default.attributesOfItem(atPath: directory + "/data/vault-server.sqlite-wal")
      try await server.bound(filesTo: try #require(log[.size] as? UInt64) + 1000)
      let push = #"{"payload":{"n":1}}"#
      let refused = try await HTTPAnswer.ask(.POST, url + "/v1/pushes", push, token)
      #expect(refused.status == 503 && refused.headers.contains(name: "Retry-After"))
      #expect(try await HTTPAnswer.ask(.GET, url + "/readyz").status == 503)
      #expect(try await HTTPAnswer.ask(.GET, url + "/v1/inbox", nil, token).status == 200)
      try await server.bound(filesTo: nil)
      #expect(try await HTTPAnswer.ask(.GET, url + "/readyz").status == 200)
      #expect(try await HTTPAnswer.ask(.POST, url + "/v1/pushes", push, token).status == 201)
      var text = ""
      // Heartbeats may come first.
      while !text.contains("id: ") { text += String(buffer: try #require(try await stream.next())) }
      #expect(text.contains("id: 1-0"))
      #expect(try await server.end() == 0)
    }
  }

  @Test("is told by commands, too")
  func commands() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = directory + "/data"
      _ = try await ServerProgram.run(["account", "list", "--data", data])
      try await StorageTrouble(path: data + "/vault-server.sqlite").whileSomebodyWrites {
        let refused = try await ServerProgram.run(["channel", "create", "--title", "News", "--data", data])
        #expect(refused.status == 75, "\(refused.errors)")
        #expect(refused.errors.contains("others are at work in the database"), "\(refused.errors)")
      }
    }
  }
}
