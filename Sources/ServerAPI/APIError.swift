/// The one shape of every error answer: `{"error": {"code": …, "message": …}}`.
public struct APIErrorBody: Codable, Equatable, Sendable {
  /// The error.
  public var error: APIError

  /// Wraps an error for the wire.
  public init(error: APIError) { self.error = error }
}

/// An error of the server, by a stable code.
public struct APIError: Error, Codable, Equatable, Sendable {
  /// The stable codes; clients branch on these and never on the message.
  public enum Code: String, Codable, Equatable, Sendable, CaseIterable {
    /// 400: the request can't be read.
    case badRequest = "bad_request"
    /// 401: the email or the password is wrong.
    case invalidCredentials = "invalid_credentials"
    /// 401: there is no token, or it is unknown, expired or revoked.
    case invalidToken = "invalid_token"
    /// 403: not allowed, for instance registration while it is closed.
    case forbidden
    /// 403: what one may store is used up.
    case quotaExceeded = "quota_exceeded"
    /// 404: no such thing.
    case notFound = "not_found"
    /// 405: the route has no such method.
    case methodNotAllowed = "method_not_allowed"
    /// 408: the request took too long to arrive.
    case requestTimeout = "request_timeout"
    /// 409: the account exists already.
    case conflict
    /// 409: the time to decide is over.
    case expired
    /// 413: the body is too large.
    case payloadTooLarge = "payload_too_large"
    /// 415: the body is not `application/json`, or no picture where one belongs.
    case unsupportedMediaType = "unsupported_media_type"
    /// 422: a field is not what it must be.
    case invalidField = "invalid_field"
    /// 426: the path speaks WebSocket.
    case upgradeRequired = "upgrade_required"
    /// 429: too many attempts; `Retry-After` tells the seconds.
    case tooManyRequests = "too_many_requests"
    /// 431: the request's headers are too large.
    case headersTooLarge = "headers_too_large"
    /// 500: a bug in the server.
    case `internal` = "internal"
    /// 503: overloaded or shutting down; `Retry-After` may tell the seconds.
    case unavailable
    /// A code of a newer server.
    case unknown

    /// Decodes a code; one this version does not know becomes ``unknown``.
    public init(from decoder: any Decoder) throws {
      self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
    }
  }

  /// The stable code.
  public var code: Code
  /// For people, in English; may change.
  public var message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
