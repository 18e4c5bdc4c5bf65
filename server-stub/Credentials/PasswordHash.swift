internal import FoundationEssentials
internal import Sealing

/// An Argon2id hash with everything needed to check a password against it, as the PHC string format writes it:
/// `$argon2id$v=19$m=65536,t=3,p=1$SALT$DIGEST`, the last two in unpadded base64.
struct PasswordHash: Equatable, Sendable {
  /// What one hash costs.
  let parameters: Argon2id.Parameters
  /// Random, of this hash alone.
  let salt: [UInt8]
  /// Argon2id's output.
  let digest: [UInt8]

  static let saltByteCount = 16
  static let digestByteCount = 32

  init(parameters: Argon2id.Parameters, salt: [UInt8], digest: [UInt8]) {
    self.parameters = parameters
    self.salt = salt
    self.digest = digest
  }

  /// Reads the string form; nil when it is anything else, or asks for more than the server would ever have written.
  init?(phc: String) {
    let parts = phc.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19",
      let parameters = Self.parameters(parts[3]),
      let salt = Self.bytes(parts[4]), (8...64).contains(salt.count),
      let digest = Self.bytes(parts[5]), digest.count == Self.digestByteCount
    else { return nil }
    self.init(parameters: parameters, salt: salt, digest: digest)
  }

  /// The string form.
  var phc: String {
    "$argon2id$v=19$m=\(parameters.memoryKiB),t=\(parameters.iterations),p=\(parameters.parallelism)"
      + "$\(Self.text(salt))$\(Self.text(digest))"
  }

  /// What a hash costs whose string form begins so, up to its salt; nil for anything else.
  static func parameters(ofBeginning text: String) -> Argon2id.Parameters? {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19" else { return nil }
    return parameters(parts[3])
  }

  private static func parameters(_ text: Substring) -> Argon2id.Parameters? {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count == 3, let memory = number(fields[0], after: "m="), let passes = number(fields[1], after: "t="),
      let lanes = number(fields[2], after: "p=")
    else { return nil }
    return try? Argon2id.Parameters(memoryKiB: memory, iterations: passes, parallelism: lanes)
  }

  private static func number(_ text: Substring, after prefix: String) -> UInt32? {
    guard text.hasPrefix(prefix) else { return nil }
    return UInt32(text.dropFirst(prefix.count))
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
    return Data(base64Encoded: text + padding).map { [UInt8]($0) }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
  }
}
