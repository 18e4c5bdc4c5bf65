internal import FoundationEssentials
internal import VaultModel

extension Cell {
  /// Seconds since 2001-01-01 00:00 UTC, exactly as `Date` keeps them; SQLite has no negative zero.
  static func date(_ date: Date?) -> Cell { date.map { .real($0.timeIntervalSinceReferenceDate + 0) } ?? .null }

  /// 1, or null for false: what a column that came later has in older rows.
  static func flag(_ flag: Bool) -> Cell { flag ? .integer(1) : .null }

  /// Several cells as one; null for none.
  static func list(_ cells: [Cell]) -> Cell { cells.isEmpty ? .null : .blob(CellList.encoded(cells)) }

  /// An id's 16 bytes.
  static func id(_ id: UUID) -> Cell { .blob(id.bytes) }

  /// Nil for a date that nothing can be counted with: a file made by hand may hold infinity.
  var date: Date? {
    guard case .real(let seconds) = self else { return nil }
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    return date.isStorable ? date : nil
  }

  var text: String? { if case .blob(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil } }

  var flag: Bool { self == .integer(1) }

  var integer: Int? { if case .integer(let number) = self { Int(number) } else { nil } }

  var bytes: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }

  var id: UUID? { bytes.flatMap(UUID.init(bytes:)) }

  /// The cells of a list; nil when it is none.
  var list: [Cell]? { self == .null ? [] : bytes.flatMap(CellList.cells) }
}

extension SealReference {
  /// Version, digest and the owner's code; nulls without a seal.
  static func cells(_ seal: SealReference?) -> [Cell] {
    [
      seal.map { .integer(Int64($0.version)) } ?? .null, seal.map { .blob($0.digest) } ?? .null,
      seal?.mark.map { .blob($0) } ?? .null,
    ]
  }

  /// Reads the three cells.
  init?(version: Cell, digest: Cell, mark: Cell) {
    guard let version = version.integer, let digest = digest.bytes else { return nil }
    // One that is impossible opens nothing; it must not be counted on from.
    let possible = min(max(version, 0), Self.greatestVersion)
    self.init(version: possible, digest: digest, mark: mark.bytes)
  }
}
