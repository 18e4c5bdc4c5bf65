import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import ProcessTesting
import ServerAPI
import Testing

@testable import VaultServer

/// One server on one directory, and commands beside it.
@Suite("One server", .timeLimit(.minutes(2)))
struct OneServerTests {
  @Test("a second server on a directory says who has it and ends; once the first has ended it may")
  func second() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = ["--data", directory + "/data"]
      try await ServerProgram.serve(data) { _ async throws in
        let second = try await ServerProgram.run(["serve", "--listen", "127.0.0.1:0"] + data)
        #expect(second.status == 69 && second.errors.contains("is served by another vault-server"), "\(second.errors)")
        #expect(second.errors.contains("(process "), "\(second.errors)")
        // The commands go on beside it.
        #expect(try await ServerProgram.run(["account", "list"] + data).status == 0)
      }
      #expect(try await ServerProgram.serve(data) { _ async throws in }.status == 0)
    }
  }

  @Test("nor may one start after the first one's lock file was moved away, or another was put in its place")
  func movedLock() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = directory + "/data"
      try await ServerProgram.serve(["--data", data]) { _ async throws in
        try FileManager.default.moveItem(atPath: data + "/serve.lock", toPath: data + "/moved")
        for _ in 0..<2 {
          let second = try await ServerProgram.run(["serve", "--listen", "127.0.0.1:0", "--data", data])
          #expect(
            second.status == 69 && second.errors.contains("is served by another vault-server"), "\(second.errors)")
          #expect(FileManager.default.createFile(atPath: data + "/serve.lock", contents: Data()))
        }
      }
    }
  }

  @Test("a server that was killed leaves no lock behind")
  func killed() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = ["--data", directory + "/data"]
      let server = try ChildProcess([ServerProgram.path, "serve", "--listen", "127.0.0.1:0"] + data)
      _ = try await NIOThreadPool.singleton.runIfActive { try server.line() }
      server.end()
      #expect(try await ServerProgram.serve(data) { _ async throws in }.status == 0)
    }
  }

  @Test("backups, accounts, tokens and invitations are made beside it")
  func beside() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = ["--data", directory + "/data"]
      try await ServerProgram.serve(data) { _ async throws in
        for command in [
          ["account", "add", "ada@example.org", "--password-stdin"],
          ["token", "create", "--name", "a", "--scope", "metrics:read"],
          ["invite", "create"], ["channel", "create", "--title", "News"], ["backup", directory + "/copy.sqlite"],
        ] {
          let done = try await ServerProgram.run(command + data, input: "correct horse\n")
          #expect(done.status == 0, "\(command[0]): \(done.errors)")
        }
      }
    }
  }

  private static let mounts = """
    21 26 0:20 / /proc rw,nosuid shared:5 - proc proc rw
    26 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
    48 26 0:41 / /srv/a\\040b rw,relatime shared:9 master:2 - nfs4 disks:/a rw,vers=4.2
    481 26 0:42 / /mnt rw - cifs //disks/b rw
    50 26 0:43 / /tmp rw - tmpfs tmpfs rw
    """

  @Test("nothing is served from what other machines have, too", arguments: [("48", "nfs4"), ("481", "cifs")])
  func network(_ mount: String, _ type: String) throws {
    let refusal = try #require(NetworkFileSystem(mount: mount, in: Self.mounts)).refusal(of: "/data")
    #expect(refusal.kind == .cannotCreate && refusal.message.contains("is on a network file system (\(type))"))
  }

  @Test("disks of this machine are none of those", arguments: ["26", "50", "4", ""])
  func disks(_ mount: String) { #expect(NetworkFileSystem(mount: mount, in: Self.mounts) == nil) }

  @Test("what a command removes ends the streams of a running server")
  func commands() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = ["--data", directory + "/data"]
      let added = try await ServerProgram.run(
        ["account", "add", "ada@example.org", "--password-stdin"] + data, input: "correct horse\n")
      #expect(added.status == 0)
      let channel = try await ServerProgram.run(["channel", "create", "--title", "News"] + data).output
        .trimmingCharacters(in: .newlines)
      try await ServerProgram.serve(data) { url async throws in
        let token = try await Self.ask(
          .POST, url + "/v1/sessions", RunningServer.credentials("ada@example.org", "correct horse"), nil)
        let session = try #require(try JSONSerialization.jsonObject(with: token) as? [String: Any])["token"] as? String
        let device = "laptop-laptop-laptop"
        _ = try await Self.ask(.PUT, url + "/v1/devices/\(device)", #"{"platform":"linux","name":"a"}"#, session)
        _ = try await Self.ask(.PUT, url + "/v1/channels/\(channel)/enrolment", nil, session)
        let open = try await Self.stream(url + "/v1/channels/\(channel)/events?device=\(device)", session)
        let inbox = try await Self.stream(url + "/v1/events", session)
        // Nothing but the command's word ends this one.
        #expect(try await ServerProgram.run(["channel", "remove", channel] + data).status == 0)
        for try await _ in open {}
        let password = ["account", "password", "ada@example.org", "--password-stdin"]
        #expect(try await ServerProgram.run(password + data, input: "battery staple\n").status == 0)
        for try await _ in inbox {}
      }
    }
  }

  @Test("a session that a command ended loses its stream at once, long before it is looked for")
  func told() async throws {
    let configure: (inout ServerConfiguration) -> Void = { $0.heartbeat = .seconds(3600) }
    try await RunningServer.run(configure: configure) { server async throws in
      let ada = try await server.addAccount()
      let token = try await server.token()
      _ = try await server.push(token: token)
      var stream = try await EventClient(server, token: token, after: "0-0")
      _ = try await stream.next(1)
      _ = try await server.storage.removeAccount(email: ada.email)
      server.changes.send()
      await #expect(throws: (any Error).self) { while true { _ = try await stream.nextBlock() } }
    }
  }

  private static func request(
    _ method: HTTPMethod, _ url: String, _ body: String?, _ token: String?
  ) async throws -> HTTPClientResponse {
    var request = HTTPClientRequest(url: url)
    request.method = method
    if let body {
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .bytes(.init(string: body))
    }
    if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
    try #require((200..<300).contains(response.status.code), "\(method) \(url): \(response.status)")
    return response
  }

  private static func ask(_ method: HTTPMethod, _ url: String, _ body: String?, _ token: String?) async throws -> Data {
    Data(try await request(method, url, body, token).body.collect(upTo: 1 << 20).readableBytesView)
  }

  private static func stream(_ url: String, _ token: String?) async throws -> HTTPClientResponse.Body {
    try await request(.GET, url, nil, token).body
  }
}
