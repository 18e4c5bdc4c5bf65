internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import SecretMemory
internal import ServerAPI
internal import StrictJSON

/// Reads `{"email": …, "password": …, "device": …, "invitation": …}`, of which the last two may be missing. The password goes
/// into secret memory. What NIO read from the socket lies on the ordinary heap for a moment, in buffers shared between
/// connections; freed heap is overwritten process-wide.
enum CredentialsBody {
  private static let limit = ServerLimits.credentialBodyByteCount

  /// - Throws: ``APIFailure``: 400, 413, 415, 422.
  static func read(_ request: Request) async throws -> Credentials {
    guard JSONBody.isJSON(request.headers[.contentType]) else {
      throw APIFailure(.unsupportedMediaType, "send the body as application/json").closing
    }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge }
    var body = try SecretBytes(count: limit)
    var count = 0
    for try await part in request.body {
      guard part.readableBytes <= limit - count else { throw tooLarge }
      part.withUnsafeReadableBytes { source in
        body.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[count...]).copyMemory(from: source) }
      }
      count += part.readableBytes
    }
    return try body.withUnsafeBytes { try parse(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  /// - Throws: ``APIFailure``: 400 for what is no JSON, 422 for other JSON.
  static func parse(_ bytes: UnsafeRawBufferPointer) throws -> Credentials {
    var email: String?
    var password: SharedSecret?
    var (device, invitation) = (String?.none, String?.none)
    do {
      var scanner = try JSONScanner(bytes)
      try scanner.document { scanner in
        try scanner.object { name, scanner in
          switch name {
          case "email": email = try scanner.string()
          case "password": password = SharedSecret(try scanner.secret())
          case "device": device = try scanner.string()
          case "invitation": invitation = try scanner.string()
          default: try scanner.skip()
          }
        }
      }
    } catch let error as JSONScanner.Failure {
      throw APIFailure(error.isSyntax ? .badRequest : .invalidField, error.message)
    }
    guard let email else { throw APIFailure(.invalidField, "the field \"email\" is missing") }
    guard let password else { throw APIFailure(.invalidField, "the field \"password\" is missing") }
    return Credentials(email: email, password: password, device: device, invitation: invitation)
  }

  private static var tooLarge: APIFailure {
    APIFailure(.payloadTooLarge, "the body is larger than \(limit) bytes").closing
  }
}

extension Credentials {
  /// The email as an address.
  ///
  /// - Throws: ``APIFailure`` with 422 when it can't be one.
  func address() throws(APIFailure) -> EmailAddress {
    guard let address = EmailAddress(email) else {
      throw APIFailure(.invalidField, "this is not an email address (ASCII, at most 254 bytes, as in ada@example.org)")
    }
    return address
  }
}
