import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// The commands for sender tokens, administrators and channels, beside a running server.
@Suite("vault-server token, admin and channel")
struct SenderProgramTests {
  private func run(_ words: String..., data: String) async throws -> ServerProgram.Outcome {
    try await ServerProgram.run(words + ["--data", data])
  }

  private func push(_ url: String, _ token: String, to recipient: String) async throws -> Int {
    var request = HTTPClientRequest(url: url + "/v1/pushes")
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.headers.add(name: "Authorization", value: "Bearer \(token)")
    request.body = .bytes(ByteBuffer(string: #"{"to":\#(recipient),"payload":{}}"#))
    return Int(try await HTTPClient.shared.execute(request, timeout: .seconds(30)).status.code)
  }

  @Test("a token is shown once, sends while it is in force, and is stored as a hash alone")
  func token() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = directory + "/data"
      _ = try await ServerProgram.run(
        ["account", "add", "ada@example.org", "--password-stdin", "--data", data], input: "correct horse")
      try await ServerProgram.serve(["--data", data, "--push-rate", "5"]) { url async throws in
        let made = try await run("token", "create", "--name", "backups", "--scope", "push:send", data: data)
        let token = made.output.trimmingCharacters(in: .newlines)
        #expect(made.status == 0 && token.utf8.count == 43 && made.output == token + "\n")
        #expect(try await push(url, token, to: #"{"everyone":true}"#) == 201)
        let again = try await run("token", "create", "--name", "backups", "--scope", "push:send", data: data)
        #expect(again.status == 65 && again.errors.contains("exists"))
        let listed = try await run("token", "list", data: data)
        #expect(listed.output == "backups  push:send\n")
        let json = try await run("token", "list", "--json", data: data).output
        #expect(json.contains("\"name\" : \"backups\"") && !json.contains(token))
        for name in try FileManager.default.contentsOfDirectory(atPath: data) {
          let bytes = try Data(contentsOf: URL(filePath: data + "/" + name))
          #expect(bytes.range(of: Data(token.utf8)) == nil)
        }
        #expect(try await run("token", "revoke", "--name", "backups", data: data).status == 0)
        #expect(try await push(url, token, to: #"{"everyone":true}"#) == 401)
        #expect(try await run("token", "revoke", "--name", "backups", data: data).status == 65)
        #expect(try await run("token", "list", data: data).output == "no tokens\n")
      }
    }
  }

  @Test("no program takes a person's name", arguments: ["ada", "Ada", "ADA@example.org"])
  func personsName(name: String) async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = directory + "/data"
      _ = try await ServerProgram.run(
        ["account", "add", "ada@example.org", "--password-stdin", "--data", data], input: "correct horse")
      let made = try await run("token", "create", "--name", name, "--scope", "push:send", data: data)
      #expect(made.status == 65 && made.output.isEmpty && made.errors.contains("has that name"), "\(made)")
      #expect(try await run("token", "create", "--name", "ad", "--scope", "push:send", data: data).status == 0)
    }
  }

  @Test("an account becomes an administrator and an ordinary one again")
  func administrator() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = directory + "/data"
      _ = try await ServerProgram.run(
        ["account", "add", "ada@example.org", "--password-stdin", "--data", data], input: "correct horse")
      let made = try await run("account", "admin", "ADA@example.org", "on", data: data)
      #expect(made.status == 0 && made.output.contains("is an administrator"))
      #expect(try await run("account", "list", data: data).output.contains("administrator"))
      #expect(try await run("account", "list", "--json", data: data).output.contains("\"administrator\" : true"))
      #expect(try await run("account", "admin", "ada@example.org", "off", data: data).status == 0)
      #expect(try await !run("account", "list", data: data).output.contains("administrator"))
      #expect(try await run("account", "admin", "bob@example.org", "on", data: data).status == 65)
    }
  }

  @Test("a channel is made, listed and removed")
  func channel() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let picture = UUID().uuidString
      let made = try await run(
        "channel", "create", "--title", "News", "--description", "What is new", "--picture", picture, data: directory)
      let id = made.output.trimmingCharacters(in: .newlines)
      #expect(made.status == 0 && UUID(uuidString: id) != nil && id == id.lowercased())
      #expect(try await run("channel", "list", data: directory).output == "\(id)  News\n")
      let json = try await run("channel", "list", "--json", data: directory).output
      #expect(json.contains(picture.lowercased()) && json.contains(id) && json.contains("\"messages\" : 0"))
      #expect(try await run("channel", "remove", id, data: directory).status == 0)
      #expect(try await run("channel", "remove", id, data: directory).status == 65)
      #expect(try await run("channel", "list", data: directory).output == "no channels\n")
    }
  }

  @Test(
    "wrong usage is said",
    arguments: [
      ["token", "create", "--name", "x"], ["token", "create", "--scope", "push:send"],
      ["token", "create", "--name", "x", "--scope", "everything"],
      ["token", "create", "--name", "", "--scope", "push:send"],
      ["token", "create", "--name", "a\u{1B}b", "--scope", "push:send"], ["account", "admin", "ada@example.org"],
      ["account", "admin", "ada@example.org", "maybe"], ["serve", "--push-rate", "0"],
      ["channel", "create"], ["channel", "create", "--title", ""],
      ["channel", "create", "--title", "x", "--picture", "x"],
    ])
  func usage(_ words: [String]) async throws {
    try await ServerProgram.withDirectory { directory async throws in
      #expect(try await ServerProgram.run(words + ["--data", directory]).status == 64)
    }
  }
}
