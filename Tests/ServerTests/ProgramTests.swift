import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import ProcessTesting
import ServerAPI
import Testing

/// The program as it is installed: its commands, files, exit codes and signals.
@Suite("vault-server")
struct ProgramTests {
  private func post(_ url: String, _ body: String, client: HTTPClient = .shared) async throws -> (Int, Data) {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(ByteBuffer(string: body))
    let response = try await client.execute(request, timeout: .seconds(30))
    return (Int(response.status.code), Data(try await response.body.collect(upTo: 1 << 20).readableBytesView))
  }

  private func me(_ url: String, _ token: String) async throws -> Int {
    var request = HTTPClientRequest(url: url + "/v1/me")
    request.headers.add(name: "Authorization", value: "Bearer \(token)")
    return Int(try await HTTPClient.shared.execute(request, timeout: .seconds(30)).status.code)
  }

  private func login(_ url: String, _ password: String = "correct horse") async throws -> (Int, String) {
    let (status, body) = try await post(url + "/v1/sessions", RunningServer.credentials("ada@example.org", password))
    let token = (try? JSONSerialization.jsonObject(with: body) as? [String: Any])?["token"] as? String
    return (status, token ?? "")
  }

  private func account(_ words: String..., input: String = "", data: String) async throws -> ServerProgram.Outcome {
    try await ServerProgram.run(["account"] + words + ["--data", data], input: input)
  }

  @Test("a backup made while the server runs is a server of its own, and never overwrites a file")
  func backup() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let (data, copy) = (directory + "/data", directory + "/copy.sqlite")
      try await ServerProgram.serve(["--data", data]) { _ async throws in
        _ = try await account("add", "ada@example.org", "--password-stdin", input: "correct horse\n", data: data)
        #expect(try await ServerProgram.run(["backup", copy, "--data", data]).status == 0)
        #expect(try await ServerProgram.run(["backup", copy, "--data", data]).status == 73)
      }
      #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
      let other = directory + "/other"
      try FileManager.default.createDirectory(
        atPath: other, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try FileManager.default.moveItem(atPath: copy, toPath: other + "/vault-server.sqlite")
      try await ServerProgram.serve(["--data", other]) { url async throws in #expect(try await login(url).0 == 201) }
    }
  }

  @Test("accounts are managed while the server runs; a new password and a removal end the sessions; a restart does not")
  func accounts() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = directory + "/data"
      var token = ""
      try await ServerProgram.serve(["--data", data]) { url async throws in
        #expect(
          try await account("add", "Ada@example.org", "--password-stdin", input: "correct horse\n", data: data).status
            == 0)
        let (status, first) = try await login(url)
        #expect(status == 201)
        let listed = try await account("list", "--json", data: data).output
        #expect(listed.contains("\"email\" : \"Ada@example.org\"") && listed.contains("\"sessions\" : 1"))
        #expect(
          try await account("password", "ada@example.org", "--password-stdin", input: "battery staple", data: data)
            .status == 0)
        #expect(try await me(url, first) == 401)
        #expect(try await login(url).0 == 401)
        token = try await login(url, "battery staple").1
      }
      try await ServerProgram.serve(["--data", data]) { url async throws in
        #expect(try await me(url, token) == 200)
        #expect(try await account("remove", "ada@example.org", data: data).status == 0)
        #expect(try await me(url, token) == 401)
        #expect(try await login(url, "battery staple").0 == 401)
      }
      #expect(try await account("list", data: data).output == "no accounts\n")
    }
  }

  @Test("everything on the disk belongs to the owner alone, and holds no password and no token")
  func files() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = directory + "/data"
      _ = try await account("add", "ada@example.org", "--password-stdin", input: "correct horse\n", data: data)
      try await ServerProgram.serve(["--data", data]) { url async throws in
        let token = try await login(url).1
        #expect(token.count == 43)
        let manager = FileManager.default
        #expect(try manager.attributesOfItem(atPath: data)[.posixPermissions] as? Int == 0o700)
        let names = try manager.contentsOfDirectory(atPath: data)
        // The database with SQLite's two, the mark of endings, the lock.
        #expect(names.count == 5)
        for name in names {
          let path = data + "/" + name
          #expect(try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
          let bytes = try Data(contentsOf: URL(filePath: path))
          #expect(bytes.range(of: Data("correct horse".utf8)) == nil && bytes.range(of: Data(token.utf8)) == nil)
        }
      }
    }
  }

  @Test("what is wrong is said with the right exit code")
  func failures() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = directory + "/data"
      let serve = ["serve", "--data", data]
      _ = try await account("add", "ada@example.org", "--password-stdin", input: "correct horse", data: data)
      try FileManager.default.createDirectory(
        atPath: directory + "/open", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
      try Data("no database at all, but long enough to be looked at as one".utf8)
        .write(to: URL(filePath: directory + "/file"))
      let cases: [([String], Int32, String)] = [
        (["account", "add", "bob@example.org", "--data", data], 64, "--password-stdin"),
        (["account", "add", "nobody", "--password-stdin", "--data", data], 65, "not an email address"),
        (["account", "add", "bob@example.org", "--password-stdin", "--data", data], 65, "8 to 1024 bytes"),
        (["account", "add", "ADA@example.org", "--password-stdin", "--data", data], 65, "has an account"),
        (["account", "remove", "bob@example.org", "--data", data], 65, "has no account"),
        (["account", "list", "--data", directory + "/open"], 78, "chmod 700"),
        (["account", "list", "--data", directory + "/file"], 73, "not a directory"),
        (["account", "list", "--data", directory + "/a/b/c"], 73, "No such file"),
        (["account", "list"], 64, "--data"), (serve + ["--listen", "nowhere"], 64, "HOST:PORT"),
        (serve + ["--tls-cert", "x"], 64, "go together"), (serve + ["--listen", "0.0.0.0:0"], 78, "--insecure"),
        (serve + ["--listen", "[::]:0"], 78, "--insecure"),
        (serve + ["--listen", "192.0.2.1:0", "--insecure"], 69, "192.0.2.1"),
        (serve + ["--tls-cert", directory + "/file", "--tls-key", directory + "/file"], 78, "no certificate"),
      ]
      for (arguments, status, text) in cases {
        let outcome = try await ServerProgram.run(arguments, input: "short")
        #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
        #expect(outcome.errors.contains(text), "\(arguments): \(outcome.errors)")
      }
    }
  }

  @Test("a damaged database and one of a newer version are refused and left as they are")
  func databases() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let file = URL(filePath: directory + "/vault-server.sqlite")
      _ = try await account("list", data: directory)
      try ChildProcess.run([
        "sqlite3", file.path,
        "INSERT INTO grdb_migrations VALUES ('from the future'); PRAGMA wal_checkpoint(TRUNCATE)",
      ])
      #expect(try await account("list", data: directory).status == 78)
      let garbage = Data(repeating: 0x41, count: 8192)
      try garbage.write(to: file)
      #expect(try await account("list", data: directory).status == 65)
      #expect(try Data(contentsOf: file) == garbage)
    }
  }

  @Test("a port in use is 69")
  func portInUse() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      try await ServerProgram.serve(["--data", directory + "/one"]) { url async throws in
        let second = ["serve", "--listen", String(url.dropFirst("http://".count)), "--data", directory + "/two"]
        let outcome = try await ServerProgram.run(second)
        #expect(outcome.status == 69 && outcome.errors.contains("in use"))
      }
    }
  }

  @Test("SIGTERM ends it soon, with idle and half-finished connections open")
  func shutdown() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      var open: [Task<String, any Error>] = []
      let (status, seconds) = try await ServerProgram.serve(["--data", directory + "/data"]) { url async throws in
        let port = try #require(URL(string: url)?.port)
        for text in ["", "POST /v1/sessions HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"] {
          open.append(Task { try await RawConnection.exchange(port, text) })
        }
        let (status, _) = try await post(url + "/v1/sessions", RunningServer.credentials("a@b", "x"))
        #expect(status == 401)
      }
      #expect(status == 0 && seconds < 20, "five seconds of grace, and a busy machine")
      for task in open { _ = await task.result }
    }
  }
}
