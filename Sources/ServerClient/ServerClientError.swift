public import CredentialStore

/// Why the server, or the login to it, could not be had. Compared by code alone; never holds an email or a secret.
public struct ServerClientError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The closed list of reasons; the raw values are stable.
  public enum Code: String, Sendable, CaseIterable {
    /// No connection: nobody listens, the name is unknown, the connection broke.
    case unreachable
    /// The connection can't be made secure: an untrusted, expired or wrongly named certificate, a failed handshake.
    case tls
    /// No answer before the deadline.
    case timedOut
    /// 429, or 503 with a time: not before ``ServerClientError/retryAfterSeconds``.
    case throttled
    /// 401: email or password are wrong.
    case invalidCredentials
    /// 401: the session's token is unknown, expired or revoked.
    case invalidToken
    /// 403.
    case forbidden
    /// 404: the server knows no such thing, or no longer.
    case notFound
    /// 409: it was used for something else.
    case conflict
    /// 409: its time is over.
    case expired
    /// 5xx.
    case serverFault
    /// An answer that is none of this server's: a redirect, another content type, no JSON, too long.
    case garbage
    /// The address is no origin, or plain HTTP to another machine.
    case insecureOrigin
    /// Plain HTTP to this machine, and the port is taken by a program of another user: nothing was sent.
    case otherUser
    /// It can't be sent, or the server rejects it: empty, too long, not UTF-8, unknown.
    case invalidInput
    /// The credential store failed; see ``ServerClientError/storeError``.
    case store
    /// There is no login for this server yet.
    case needsCredentials
    /// What has to be remembered on this machine, such as that the owner logged out, could not be read or stored.
    case stateUnavailable
  }

  /// The reason.
  public let code: Code
  /// What a person should know besides, in one sentence; safe to print.
  public let detail: String
  /// How long the server asks to be left alone, in seconds.
  public let retryAfterSeconds: Int?
  /// The credential store's own error.
  public let storeError: CredentialStoreError?

  /// Makes an error with a reason and a detail that is safe to print.
  public init(_ code: Code, _ detail: String = "", retryAfterSeconds: Int? = nil) {
    self.code = code
    self.detail = detail
    self.retryAfterSeconds = retryAfterSeconds
    storeError = nil
  }

  /// Wraps an error of the credential store.
  public init(_ error: CredentialStoreError) {
    code = .store
    detail = "\(error)"
    retryAfterSeconds = nil
    storeError = error
  }

  /// Errors are equal when their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// The code and, where there is one, the detail.
  public var description: String { detail.isEmpty ? code.rawValue : "\(code.rawValue): \(detail)" }
}
