import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import ProcessTesting

/// The built `vault-server` in a process of its own, whose files may be bounded while it runs.
struct LimitedServer {
  private let process: ChildProcess

  init(_ arguments: [String]) throws {
    process = try ChildProcess([ServerProgram.path, "serve", "--listen", "127.0.0.1:0"] + arguments)
  }

  func url() async throws -> String {
    let line = try await NIOThreadPool.singleton.runIfActive { try process.line() }
    return String(line.dropFirst("listening on ".count))
  }

  /// - Parameter count: the most bytes of a file; nil for as many as there is room for.
  func bound(filesTo count: UInt64?) async throws {
    let limit = count.map { "\($0)" } ?? "unlimited"
    try await NIOThreadPool.singleton.runIfActive {
      let change = try ChildProcess(["prlimit", "--pid", "\(process.pid)", "--fsize=\(limit):unlimited"])
      guard try change.exitStatus(within: 60) == 0 else { throw ChildProcess.Failure(change.text) }
    }
  }

  func send(_ signal: Int32) { process.send(signal) }

  /// Waits for its end.
  ///
  /// - Returns: its exit code.
  func exitStatus() async throws -> Int32 {
    try await NIOThreadPool.singleton.runIfActive { try process.exitStatus(within: 60) }
  }

  /// Ends it with SIGTERM.
  ///
  /// - Returns: its exit code.
  func end() async throws -> Int32 {
    send(SIGTERM)
    return try await exitStatus()
  }
}

/// What a server in another process answered.
struct HTTPAnswer {
  let status: Int
  let headers: HTTPHeaders
  /// The members of the body; none where it is no object.
  let json: [String: Any]

  static func ask(
    _ method: HTTPMethod, _ url: String, _ body: String? = nil, _ token: String? = nil
  ) async throws -> HTTPAnswer {
    let response = try await request(method, url, body, token)
    let bytes = try await response.body.collect(upTo: 1 << 20)
    let json = try? JSONSerialization.jsonObject(with: Data(bytes.readableBytesView)) as? [String: Any]
    return HTTPAnswer(status: Int(response.status.code), headers: response.headers, json: json ?? [:])
  }

  /// The parts of a stream.
  static func stream(_ url: String, _ token: String) async throws -> HTTPClientResponse.Body.AsyncIterator {
    try await request(.GET, url, nil, token).body.makeAsyncIterator()
  }

  private static func request(
    _ method: HTTPMethod, _ url: String, _ body: String?, _ token: String?
  ) async throws -> HTTPClientResponse {
    var request = HTTPClientRequest(url: url)
    request.method = method
    if let body {
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .bytes(ByteBuffer(string: body))
    }
    if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    return try await HTTPClient.shared.execute(request, timeout: .seconds(60))
  }
}
