internal import HTTPTypes
internal import Hummingbird
internal import ServerAPI

/// An answer other than success: thrown anywhere, turned into the one JSON shape in one place.
struct APIFailure: Error, Equatable {
  let code: APIError.Code
  let message: String
  var headers: HTTPFields = [:]

  init(_ code: APIError.Code, _ message: String) {
    self.code = code
    self.message = message
    // RFC 9110, section 15.5.2: a 401 names the scheme.
    if code.status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
  }

  /// 429 after too many attempts.
  static func tooManyRequests(wait: Duration) -> APIFailure {
    APIFailure(.tooManyRequests, "too many attempts; try again later").retrying(after: wait)
  }

  /// 401 for a token that opens nothing.
  static var unknownToken: APIFailure {
    APIFailure(.invalidToken, "the token is unknown, expired or revoked; log in again")
  }

  /// 503 because everything that may wait is waiting.
  static var overloaded: APIFailure {
    APIFailure(.unavailable, "the server is busy; try again shortly").retrying(after: .seconds(2))
  }

  /// 503 because the storage can't be used for now: what was asked may be asked again.
  init(_ problem: StorageProblem) {
    switch problem {
    case .unavailable(let wait, _):
      self = APIFailure(.unavailable, "the storage can't be used at the moment; try again later").retrying(after: wait)
    case .tooBusy: self = .overloaded
    }
  }

  /// The same failure with `Retry-After`, in whole seconds, at least one.
  func retrying(after wait: Duration) -> APIFailure {
    let (seconds, attoseconds) = wait.components
    var failure = self
    failure.headers[.retryAfter] = String(max(1, seconds + (attoseconds > 0 ? 1 : 0)))
    return failure
  }

  /// The same failure after which the connection ends, because the rest of the request is not worth reading.
  var closing: APIFailure {
    var failure = self
    failure.headers[.connection] = "close"
    return failure
  }

  var response: Response {
    var response = Response.error(code, message)
    response.headers.append(contentsOf: headers)
    return response
  }
}

extension APIError.Code {
  /// The status each code travels with.
  var status: HTTPResponse.Status {
    switch self {
    case .badRequest: .badRequest
    case .invalidCredentials, .invalidToken: .unauthorized
    case .forbidden, .quotaExceeded: .forbidden
    case .notFound: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .requestTimeout: .requestTimeout
    case .conflict, .expired: .conflict
    case .payloadTooLarge: .contentTooLarge
    case .unsupportedMediaType: .unsupportedMediaType
    case .invalidField: .unprocessableContent
    case .upgradeRequired: .upgradeRequired
    case .tooManyRequests: .tooManyRequests
    case .headersTooLarge: .requestHeaderFieldsTooLarge
    case .internal, .unknown: .internalServerError
    case .unavailable: .serviceUnavailable
    }
  }
}
