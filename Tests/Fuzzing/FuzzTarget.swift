/// A parser of input that others write, the way a fuzzer drives it: any bytes may come, and none may trap, hang or break
/// what the parser promises. What stands behind a checksum or a code in a file is put there around the input.
public struct FuzzTarget: Sendable {
  /// What it is called at the command line; its seeds are in `Tests/Corpus/NAME`.
  public let name: String
  /// A longer input reaches nothing that a shorter one does not.
  public let maximumByteCount: Int
  /// How many inputs a test tries that has to end soon: fewer of those that open databases.
  public let briefInputCount: Int
  private let body: @Sendable ([UInt8], Extent) -> Void

  /// How much is done with an input, where there is much to do.
  public enum Extent: Sendable {
    /// All of it, for tests.
    case whole
    /// A part that hangs on the input, for a fuzzer: others do the rest.
    case brief
  }

  init(
    _ name: String, atMost maximumByteCount: Int = 4096, inputs briefInputCount: Int = 3000,
    _ body: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.init(name, atMost: maximumByteCount, inputs: briefInputCount) { input, _ in body(input) }
  }

  init(
    _ name: String, atMost maximumByteCount: Int, inputs briefInputCount: Int,
    _ body: @escaping @Sendable ([UInt8], Extent) -> Void
  ) {
    (self.name, self.maximumByteCount, self.briefInputCount) = (name, maximumByteCount, briefInputCount)
    self.body = body
  }

  /// Tries an input. Traps where a promise is broken.
  public func run(_ input: [UInt8], _ extent: Extent = .whole) { body(input, extent) }

  /// `precondition` of what may throw, too.
  static func require(_ isKept: Bool, _ broken: String) { precondition(isKept, broken) }

  /// Every target.
  public static let all = [
    agent, json, dates, server, tasks, taskDatabase, files, owner, confirmedTexts, accessLog, credentials,
    credentialDatabase, backup, terminal, typed, oneTimePassword, connections, addresses, http, accounts, settings,
    keyring, clipboard, window,
  ].flatMap(\.self)

  /// The target of that name.
  public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
