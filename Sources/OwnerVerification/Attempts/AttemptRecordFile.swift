internal import Sealing
public import SecretMemory

/// The attempt record on disk, in several directories at once, so that copying one of them back resets nothing. Each
/// holds the 0600 files `attempts` and `attempts.copy`; the highest generation with a right MAC is the true record.
public struct AttemptRecordFile: Sendable {
  /// What the places hold.
  public enum Loaded: Equatable, Sendable {
    /// No place holds anything: no PIN was ever tried.
    case none
    /// The newest record, and what had to be repaired.
    case record(AttemptRecord, repairs: [CopyRepair])
    /// There are records, and every one is damaged.
    case damaged(detail: String)
  }

  private let pairs: [PairedFile]
  private let key: SharedSecret

  /// Stands for the record; nothing is read yet.
  ///
  /// - Parameters:
  ///   - directories: the absolute paths of directories that exist: the data directory and the state directory.
  ///   - key: 32 bytes derived from the device key; see ``key(from:)``.
  public init(directories: [String], key: SharedSecret) {
    let format = FileFormat(magic: "VAULTATT", version: 1, maximumPayloadByteCount: AttemptRecord.byteCount)
    pairs = directories.map { PairedFile(path: $0 + "/attempts", format: format) }
    self.key = key
  }

  /// The key that the records' MAC is made with.
  public static func key(from deviceKey: borrowing SecretBytes) throws(OwnerVerificationError) -> SharedSecret {
    do {
      return SharedSecret(
        try HKDFSHA256.derive(from: deviceKey, salt: [], info: Array("vault attempt record v1".utf8), count: 32))
    } catch { throw OwnerVerificationError(error) }
  }

  /// Reads every place, takes the newest record and repairs the places that are behind.
  ///
  /// - Parameter imported: what other places keep, such as the credential store; a damaged one is passed over.
  /// - Throws: ``OwnerVerificationError`` with `insecurePermissions`, `newerFormat` or `inputOutput`.
  public func load(importing imported: [[UInt8]] = []) throws(OwnerVerificationError) -> Loaded {
    var newest: AttemptRecord?
    var damaged: String?
    func consider(_ bytes: [UInt8]) throws(OwnerVerificationError) {
      do {
        let record = try AttemptRecord(encoded: bytes, key: key.bytes)
        if record.generation >= newest?.generation ?? 0 { newest = record }
      } catch {
        guard error.code == .damaged else { throw error }
        damaged = error.detail
      }
    }
    for bytes in imported { try consider(bytes) }
    var states: [(pair: PairedFile, payload: [UInt8]?, faulty: [PrivateFile])] = []
    for pair in pairs {
      do {
        let found = try pair.read()
        if let found { try consider(found.content.payload) }
        states.append((pair, found?.content.payload, found?.faulty ?? pair.copies))
      } catch {
        guard error.code == .damaged else { throw error }
        damaged = error.detail
        states.append((pair, nil, pair.copies))
      }
    }
    guard let newest else { return damaged.map { .damaged(detail: $0) } ?? .none }
    let payload = try newest.encoded(key: key.bytes)
    let content = FileFormat.Content(generation: newest.generation, payload: payload)
    let repairs = states.flatMap { state in
      state.pair.repair(state.payload == payload ? state.faulty : state.pair.copies, with: content)
    }
    return .record(newest, repairs: repairs)
  }

  /// Writes the record to every place, synchronised, before it returns.
  ///
  /// - Throws: ``OwnerVerificationError`` with `diskFull`, `readOnly` or `inputOutput`: then no PIN may be tried.
  public func save(_ record: AttemptRecord) throws(OwnerVerificationError) {
    let content = FileFormat.Content(generation: record.generation, payload: try record.encoded(key: key.bytes))
    for pair in pairs { try pair.replace(with: content) }
  }

  /// The record's bytes for a third place, to be given back to ``load(importing:)``.
  public func export(_ record: AttemptRecord) throws(OwnerVerificationError) -> [UInt8] {
    try record.encoded(key: key.bytes)
  }
}
