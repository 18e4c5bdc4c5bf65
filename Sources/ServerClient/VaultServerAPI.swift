public import FoundationEssentials
internal import LinuxSystem
internal import NIOCore
public import SecretMemory
public import ServerAPI

/// A session the server opened.
public struct OpenSession: Sendable {
  /// The bearer token.
  public let token: SharedSecret
  /// When the session ends if it is not used until then.
  public let expiresAt: Date
  /// Whose session it is.
  public let account: Account
  /// What the device proves itself by at its next login; nil where it was given nothing.
  let device: SharedSecret?

  /// What of the answer may pass through Strings.
  fileprivate struct Answer: Decodable {
    let token: String
    let expiresAt: Date
    let account: Account
  }
}

/// The routes of a vault server. Every call ends within 15 seconds, 5 of them for the connection.
public struct VaultServerAPI: Sendable {
  let transport: HTTPTransport

  /// Makes a client; it opens no connection yet.
  public init(trust: TLSTrust = .system) { self.init(trust: trust, deadlines: .init()) }

  init(trust: TLSTrust, deadlines: HTTPTransport.Deadlines) {
    transport = HTTPTransport(trust: trust, deadlines: deadlines)
  }

  /// Ends the client; call it once, before releasing it.
  public func shutdown() async throws(ServerClientError) { try await transport.shutdown() }

  /// `POST /v1/sessions`.
  ///
  /// - Throws: ``ServerClientError/Code/invalidCredentials`` for a wrong email or password.
  public func createSession(
    at origin: ServerOrigin, email: String, password: borrowing SecretBytes
  ) async throws(ServerClientError) -> OpenSession {
    try await createSession(at: origin, email: email, password: password, device: .none)
  }

  /// As ``createSession(at:email:password:)``.
  ///
  /// - Parameter device: what the device proves itself by.
  func createSession(
    at origin: ServerOrigin, email: String, password: borrowing SecretBytes, device: DeviceProof
  ) async throws(ServerClientError) -> OpenSession {
    let body = SharedSecret(try CredentialBody.make(email: email, password: password, device: device))
    let answer = try await transport.send(
      .init(method: .post, origin: origin, path: "/v1/sessions", body: .secret(body)))
    var buffer = answer.body
    defer { buffer.withUnsafeMutableReadableBytes { ProcessHardening.erase($0) } }
    let session: OpenSession.Answer
    do { session = try AnswerReader.value(OpenSession.Answer.self, from: answer) } catch { throw error.ofLogin }
    guard (16...512).contains(session.token.utf8.count), session.token.utf8.allSatisfy(Self.isTokenByte) else {
      throw ServerClientError(.garbage, "the answer's token is none")
    }
    let token = try ServerClientError.allocating { try SecretBytes(Array(session.token.utf8)) }
    return OpenSession(
      token: SharedSecret(token), expiresAt: session.expiresAt, account: session.account,
      device: device.isNone ? nil : try DeviceSecret.read(answer.body))
  }

  /// `DELETE /v1/sessions/current`.
  ///
  /// - Parameter seconds: how long the server may take for it; nil for as long as usual.
  public func deleteSession(
    at origin: ServerOrigin, token: SharedSecret, within seconds: Double? = nil
  ) async throws(ServerClientError) {
    let request = HTTPTransport.Request(
      method: .delete, origin: origin, path: "/v1/sessions/current", token: token, seconds: seconds)
    try AnswerReader.checkStatus(try await transport.send(request))
  }

  /// `GET /v1/me`.
  ///
  /// - Throws: ``ServerClientError/Code/invalidToken`` when the session has ended.
  public func me(at origin: ServerOrigin, token: SharedSecret) async throws(ServerClientError) -> Account {
    let request = HTTPTransport.Request(method: .get, origin: origin, path: "/v1/me", token: token)
    return try AnswerReader.value(Account.self, from: try await transport.send(request))
  }

  /// `GET /healthz`: returns when the server answers 2xx.
  public func checkHealth(at origin: ServerOrigin) async throws(ServerClientError) {
    try AnswerReader.checkStatus(try await transport.send(.init(method: .get, origin: origin, path: "/healthz")))
  }

  /// What a bearer token may consist of (RFC 6750, `b64token`).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || [0x2D, 0x2E, 0x5F, 0x7E, 0x2B, 0x2F, 0x3D].contains(byte)
  }
}
