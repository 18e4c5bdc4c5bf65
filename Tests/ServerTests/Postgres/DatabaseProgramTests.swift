#if Postgres
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PostgresClient
import PostgresTesting
import Testing

@testable import VaultServer

/// The program over PostgreSQL, as it is installed.
@Suite("vault-server on PostgreSQL", .timeLimit(.minutes(3)))
struct DatabaseProgramTests {
  /// An empty database with an owner who is nothing more, and the files that nodes and owner have.
  private struct Place {
    let owner: String
    let node: String
    let superuser: String

    static func with(_ body: (Place) async throws -> Void) async throws {
      let databases = try PrivateStorage.databases.get()
      let name = "program_\(UInt32.random(in: 0...(.max)))"
      try databases.cluster.execute("CREATE ROLE \(name) LOGIN CREATEROLE")
      try databases.cluster.execute("CREATE DATABASE \(name) OWNER \(name)")
      try await ServerProgram.withDirectory { directory async throws in
        func file(_ file: String, as user: String) throws -> String {
          let path = directory + "/" + file
          let text = databases.connectionString(of: name, as: user)
          #expect(
            FileManager.default.createFile(
              atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
          return path
        }
        try await body(
          Place(
            owner: try file("owner.conf", as: name), node: try file("node.conf", as: PrivateDatabases.node),
            superuser: try file("superuser.conf", as: "owner")))
      }
    }
  }

  private func run(_ words: String..., on file: String, input: String = "") async throws -> ServerProgram.Outcome {
    try await ServerProgram.run(words + ["--database", file], input: input)
  }

  private func ask(
    _ method: HTTPMethod, _ url: String, _ body: String? = nil, token: String? = nil
  ) async throws -> (status: Int, object: [String: Any]) {
    var request = HTTPClientRequest(url: url)
    request.method = method
    if let body {
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .bytes(ByteBuffer(string: body))
    }
    if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
    let data = Data(try await response.body.collect(upTo: 1 << 20).readableBytesView)
    return (Int(response.status.code), (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:])
  }

  @Test("the schema is made by its owner, looked at by a node, and made once")
  func schema() async throws {
    try await Place.with { place async throws in
      let early = try await run("database", "check", on: place.node)
      #expect(early.status == 78 && early.errors.contains("database upgrade"), "\(early.errors)")
      let made = try await run("database", "upgrade", on: place.owner)
      #expect(made.status == 0 && made.output == "steps done: 1, 2, 3, 4\n", "\(made.output)\(made.errors)")
      let again = try await run("database", "upgrade", on: place.owner)
      #expect(again.status == 0 && again.output == "the schema is up to date: step 4\n")
      let checked = try await run("database", "check", on: place.node)
      #expect(checked.status == 0 && checked.output.contains("the schema fits: step 4"), "\(checked.errors)")
      #expect(checked.output.contains("warning: synchronous_standby_names is empty"))
      #expect(!checked.output.contains("pushes to many"))
      let storage = PostgresStorage(
        try PostgresEngine(PostgresAddress(file: place.node), lanes: .init(writing: 1, reading: 1)))
      try await storage.write { transaction in
        try transaction.execute(
          "INSERT INTO pushes (id, sender, recipient, payload, createdAt) VALUES (?, 'nobody', 'everyone', '', 0)",
          [UUID()])
        _ = try transaction.execute(
          "INSERT INTO broadcasts (push, position, isSetAside) SELECT number, id, 1 FROM pushes", [])
      }
      let warned = try await run("database", "check", on: place.node)
      #expect(warned.status == 0 && warned.output.contains("can't be read: 1"), "\(warned.output)\(warned.errors)")
      // A node changes no schema.
      #expect(try await run("database", "upgrade", on: place.node).status == 78)
    }
  }

  @Test("who may do more than a node needs does not serve")
  func excess() async throws {
    try await Place.with { place async throws in
      #expect(try await run("database", "upgrade", on: place.owner).status == 0)
      for (file, right) in [(place.owner, "ownership of versions"), (place.superuser, "SUPERUSER")] {
        let refused = try await run("serve", "--listen", "127.0.0.1:0", on: file)
        #expect(refused.status == 78 && refused.errors.contains(right), "\(refused.errors)")
      }
    }
  }

  @Test("a file that others can read is refused, and so are two places at once, and none")
  func files() async throws {
    try await Place.with { place async throws in
      #expect(chmod(place.node, 0o644) == 0)
      let open = try await run("account", "list", on: place.node)
      #expect(open.status == 78 && open.errors.contains("chmod 600"), "\(open.errors)")
      #expect(
        try await ServerProgram.run(["account", "list", "--database", place.node, "--data", "/tmp"]).status == 64)
      #expect(try await ServerProgram.run(["account", "list"]).status == 64)
    }
  }

  @Test("an account is made, logs in, sends, and its stream has what was sent, also after a restart")
  func serves() async throws {
    try await Place.with { place async throws in
      #expect(try await run("database", "upgrade", on: place.owner).status == 0)
      let added = try await run(
        "account", "add", "ada@example.org", "--password-stdin", on: place.node, input: "correct horse\n")
      #expect(added.status == 0, "\(added.errors)")
      var token = ""
      let database = ["--database", place.node, "--drain-seconds", "0"]
      let (status, _) = try await ServerProgram.serve(database) { url async throws in
        let login = try await ask(
          .POST, url + "/v1/sessions", RunningServer.credentials("ada@example.org", "correct horse"))
        token = try #require(login.object["token"] as? String, "\(login)")
        let user = try #require((login.object["account"] as? [String: Any])?["id"] as? String, "\(login)")
        var stream = try await EventClient(url: url + "/v1/events", token: token, after: "0-0")
        let body = #"{"to":{"alias":"\#(user)"},"payload":{"aps":{"alert":"hello"}}}"#
        let sent = try await ask(.POST, url + "/v1/pushes", body, token: token)
        #expect(sent.status == 201, "\(sent)")
        let event = try #require(try await stream.next(1).first)
        #expect(event.id == "1-0" && event.data.contains("hello"), "\(event)")
      }
      #expect(status == 0)
      try await ServerProgram.serve(database) { url async throws in
        var stream = try await EventClient(url: url + "/v1/events", token: token, after: "0-0")
        #expect(try await stream.next(1).first?.id == "1-0")
      }
    }
  }
}
#endif
