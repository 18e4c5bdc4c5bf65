internal import HTTPTypes
internal import Hummingbird
internal import ServerAPI

/// The token of `Authorization: Bearer TOKEN` (RFC 6750, section 2.1).
enum BearerToken {
  /// - Throws: ``APIFailure`` with 401 when there is none, or none that could be one of ours.
  static func read(_ request: Request) throws(APIFailure) -> SessionToken {
    let words = (request.headers[.authorization] ?? "").split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bearer" else {
      throw APIFailure(.invalidToken, "this needs a session: send \"Authorization: Bearer TOKEN\"")
    }
    guard let token = SessionToken(text: words[1]) else { throw .unknownToken }
    return token
  }
}
