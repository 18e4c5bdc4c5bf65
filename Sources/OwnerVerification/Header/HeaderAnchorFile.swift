internal import DurableFiles

/// A small private file that says which header is in force: apart from the data directory, so that whoever puts that back
/// alone is found out.
public struct HeaderAnchorFile: Sendable {
  private static let format = OwnerFileFormat(magic: "VAULTNOT", version: 1, maximumPayloadByteCount: 256)

  private let file: OwnerFile

  /// Stands for the file at an absolute path; nothing is read yet.
  public init(path: String) {
    file = OwnerFile(path: path, maximumByteCount: Self.format.maximumByteCount)
  }

  /// What was written; nil when there is no file.
  ///
  /// - Throws: ``OwnerVerificationError`` with `damaged`, `newerFormat`, `insecurePermissions`, `inputOutput`.
  public func read() throws(OwnerVerificationError) -> [UInt8]? {
    guard let bytes = try file.read() else { return nil }
    return try Self.format.decode(bytes).payload
  }

  /// Replaces the file.
  public func write(_ payload: [UInt8]) throws(OwnerVerificationError) {
    try file.replace(with: Self.format.encode(.init(generation: 1, payload: payload)))
  }

  /// Removes the file, if there is one.
  public func remove() throws(OwnerVerificationError) { try file.remove() }
}
