internal import HTTPTypes
internal import Hummingbird
internal import ServerAPI

/// The token of `Authorization: Bearer TOKEN` (RFC 6750, section 2.1).
enum BearerToken {
  /// - Throws: ``APIFailure`` with 401 when there is none, or none that could be one of ours.
  static func read(_ request: Request) throws(APIFailure) -> SessionToken {
    // Looked for one by one: finding it by its name makes an index of all first. Of two, neither counts.
    let fields = request.headers.filter { $0.name == .authorization }
    guard fields.count == 1, let text = credentials(in: fields[0].value) else {
      throw APIFailure(.invalidToken, "this needs a session: send \"Authorization: Bearer TOKEN\"")
    }
    guard let token = SessionToken(text: text) else { throw .unknownToken }
    return token
  }

  /// What follows the name of the scheme, which is compared without regard to case (RFC 9110, section 11.1).
  private static func credentials(in field: String) -> Substring? {
    let words = field.utf8.split(separator: UInt8(ascii: " "))
    guard words.count == 2, words[0].lazy.map({ $0 | 0x20 }).elementsEqual("bearer".utf8) else { return nil }
    return Substring(words[1])
  }
}
