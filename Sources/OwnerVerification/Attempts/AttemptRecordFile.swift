internal import DurableFiles
internal import Sealing
public import SecretMemory

/// The attempt record on disk, in several directories at once, so that restoring one of them resets nothing. Each
/// holds the 0600 files `attempts` and `attempts.copy`.
///
/// Whatever stands in their places denies nothing: what can't be read is garbage, and a write puts a file in its place.
public struct AttemptRecordFile: Sendable {
  private let format = OwnerFileFormat(magic: "VAULTATT", version: 2, maximumPayloadByteCount: AttemptRecord.byteCount)
  private let directories: [[OwnerFile]]
  private let key: SharedSecret

  /// Stands for the record; nothing is read yet.
  ///
  /// - Parameters:
  ///   - directories: the absolute paths of directories that exist: the data directory and the state directory.
  ///   - key: 32 bytes derived from the device key; see ``key(from:)``.
  public init(directories: [String], key: SharedSecret) {
    let limit = format.maximumByteCount
    self.directories = directories.map { directory in
      ["attempts", "attempts.copy"].map { OwnerFile(path: "\(directory)/\($0)", maximumByteCount: limit) }
    }
    self.key = key
  }

  /// The key that the records' MAC is made with.
  public static func key(from deviceKey: borrowing SecretBytes) throws(OwnerVerificationError) -> SharedSecret {
    do {
      return SharedSecret(
        try HKDFSHA256.derive(from: deviceKey, salt: [], info: Array("vault attempt record v1".utf8), count: 32))
    } catch { throw OwnerVerificationError(error) }
  }

  /// What each directory holds, in their order.
  public func findings() -> [AttemptFinding] {
    directories.map { $0.map(finding).reduce(.missing) { $0.stronger($1) } }
  }

  /// What bytes from another place are; nil stands for none.
  public func finding(in bytes: [UInt8]?) -> AttemptFinding {
    guard let bytes else { return .missing }
    do throws(OwnerVerificationError) { return .record(try AttemptRecord(encoded: bytes, key: key.bytes)) } catch {
      do throws(OwnerVerificationError) { return .legacy(try AttemptRecord(legacy: bytes, key: key.bytes)) } catch {
        return .garbage
      }
    }
  }

  /// The record's bytes for another place.
  public func encoded(_ record: AttemptRecord) throws(OwnerVerificationError) -> [UInt8] {
    try record.encoded(key: key.bytes)
  }

  /// Writes the record to every file that does not hold it, synchronised, before it returns.
  ///
  /// - Throws: ``OwnerVerificationError`` with `diskFull`, `readOnly` or `inputOutput`, after all were tried: then no PIN may be.
  public func save(_ record: AttemptRecord) throws(OwnerVerificationError) {
    let bytes = format.encode(.init(generation: record.generation, payload: try encoded(record)))
    var failure: OwnerVerificationError?
    for file in directories.joined() where contents(of: file) != bytes {
      do throws(OwnerVerificationError) {
        try file.replace(with: bytes)
      } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  private func finding(in file: OwnerFile) -> AttemptFinding {
    do throws(OwnerVerificationError) {
      guard let bytes = try file.read() else { return .missing }
      return finding(in: try format.decode(bytes).payload)
    } catch { return .garbage }
  }

  private func contents(of file: OwnerFile) -> [UInt8]? {
    do throws(OwnerVerificationError) { return try file.read() } catch { return nil }
  }
}
