/// A small private file that says which header is in force: apart from the data directory, so that whoever puts that back
/// alone is found out.
public struct HeaderAnchorFile: Sendable {
  private static let format = FileFormat(magic: "VAULTNOT", version: 1, maximumPayloadByteCount: 256)

  private let file: PrivateFile

  /// Stands for the file at an absolute path; nothing is read yet.
  public init(path: String) {
    let count = Self.format.maximumPayloadByteCount + FileFormat.overheadByteCount
    file = PrivateFile(path: path, maximumByteCount: count)
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
