internal import DurableFiles

/// The owner's header on disk: the 0600 files `owner` and `owner.copy` in the data directory, either of which is enough.
public struct OwnerHeaderFile: Sendable {
  /// A header that was read, and what had to be repaired.
  public struct Loaded: Equatable, Sendable {
    /// The newest whole header.
    public let header: OwnerHeader
    /// What was wrong with a copy, and whether it is right again; empty when nothing was.
    public let repairs: [CopyRepair]
  }

  private let pair: OwnerFilePair

  /// Stands for the header in a directory that exists; nothing is read yet.
  ///
  /// - Parameter directory: the absolute path of the data directory.
  public init(directory: String) {
    let format = OwnerFileFormat(magic: "VAULTOWN", version: 2, maximumPayloadByteCount: OwnerHeader.maximumByteCount)
    pair = OwnerFilePair(path: directory + "/owner", format: format)
  }

  /// Reads the header and repairs a copy that is missing, damaged or older; nil when there is no header: no PIN was
  /// ever set.
  ///
  /// - Throws: ``OwnerVerificationError`` with `damaged` when both copies are, `newerFormat`, `insecurePermissions`,
  ///   `inputOutput`. Nothing is written then.
  public func load() throws(OwnerVerificationError) -> Loaded? {
    guard let found = try pair.read() else { return nil }
    let header = try OwnerHeader(encoded: found.content.payload)
    return Loaded(header: header, repairs: repair(found.faulty, with: found.content))
  }

  /// The headers in the copies that are whole, the newest first, each once; empty when no PIN was ever set. Writes nothing:
  /// which of two that differ is in force, only whoever has a witness of it knows.
  ///
  /// - Throws: as ``load()``.
  public func copies() throws(OwnerVerificationError) -> [OwnerHeader] {
    var contents = try pair.readAll().compactMap(\.content)
    contents.sort { $0.generation > $1.generation }
    var headers: [OwnerHeader] = []
    var mistake: OwnerVerificationError?
    for content in contents {
      // A copy that somebody damaged must not make the other one unreadable.
      do throws(OwnerVerificationError) {
        let header = try OwnerHeader(encoded: content.payload)
        if !headers.contains(header) { headers.append(header) }
      } catch { mistake = mistake ?? error }
    }
    if headers.isEmpty, let mistake { throw mistake }
    return headers
  }

  /// Writes `header`, which one of the copies holds, to every copy that is missing, damaged or holds another.
  ///
  /// - Returns: what was wrong, and whether it is right again.
  public func repair(with header: OwnerHeader) throws(OwnerVerificationError) -> [CopyRepair] {
    let payload = header.encoded()
    let found = try pair.readAll()
    guard let content = found.compactMap(\.content).first(where: { $0.payload == payload }) else {
      throw OwnerVerificationError(.superseded, "the owner's header")
    }
    return repair(found.filter { $0.content?.payload != payload }.map(\.file), with: content)
  }

  private func repair(_ files: [OwnerFile], with content: OwnerFileFormat.Content) -> [CopyRepair] {
    pair.repair(files, with: content).map(CopyRepair.init)
  }

  /// Replaces the header. The first copy is written and read back, `verify` opens what was read, and only then does the
  /// second copy, which holds the older slots until then, go.
  ///
  /// - Parameter verify: opens the header with the new secret; what it throws puts the older header back.
  public func replace(
    with header: OwnerHeader, verify: (OwnerHeader) throws(OwnerVerificationError) -> Void
  ) throws(OwnerVerificationError) {
    let generation = try pair.read()?.content.generation ?? 0
    let content = OwnerFileFormat.Content(generation: generation &+ 1, payload: header.encoded())
    try pair.replace(with: content) { (written) throws(OwnerVerificationError) in
      try verify(try OwnerHeader(encoded: written.payload))
    }
  }

  /// Replaces `current` and nothing else: two changes that began from the same header must not both be written, for the
  /// later one would undo the earlier, and of two first PINs only one key could ever be opened again.
  ///
  /// - Parameters:
  ///   - current: the header the change began from; nil when there was none.
  ///   - verify: opens the header with the new secret; what it throws puts the older header back.
  /// - Throws: ``OwnerVerificationError`` with `superseded` when another header is in force by now.
  public func replace(
    _ current: OwnerHeader?, with header: OwnerHeader, verify: (OwnerHeader) throws(OwnerVerificationError) -> Void
  ) throws(OwnerVerificationError) {
    // Not `load()`, which repairs by age: a copy that somebody made newer must not win here.
    guard try copies() == [current].compactMap({ $0 }) else {
      throw OwnerVerificationError(.superseded, "the owner's header")
    }
    try replace(with: header, verify: verify)
  }
}
