internal import DurableFiles
internal import Sealing

/// A note of how far something of the owner's has come, in a directory of its own: a number and a MAC. What is in it proves itself, or
/// counts for nothing.
public struct CounterAnchorFile: Sendable {
  /// The length of a note.
  static let byteCount = 8 + HMACSHA256.byteCount

  private let file: OwnerFile

  /// - Parameter path: an absolute one in a directory that exists.
  public init(path: String) { file = OwnerFile(path: path, maximumByteCount: Self.byteCount) }

  /// The note of the list of confirmed texts.
  ///
  /// - Parameters:
  ///   - directory: one that exists.
  ///   - vault: the data directory: several may share the other one.
  public init(ofConfirmedTextsIn directory: String, vault: String) {
    self.init(path: "\(directory)/\(Self.name(ofConfirmedTextsOf: vault))")
  }

  /// What the note of the list of confirmed texts is called.
  ///
  /// - Parameter vault: the data directory.
  public static func name(ofConfirmedTextsOf vault: String) -> String {
    let number = SHA256.digest(of: Array(vault.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return "confirmed-\(String(number, radix: 16)).note"
  }

  /// What is in it, unproven; nil where nothing is there, and nothing where it can't be read: whatever somebody put there keeps
  /// nobody out.
  public func read() -> [UInt8]? {
    do { return try file.read() } catch { return [] }
  }

  /// Replaces it, durably.
  public func write(_ note: [UInt8]) throws(OwnerVerificationError) { try file.replace(with: note) }
}
