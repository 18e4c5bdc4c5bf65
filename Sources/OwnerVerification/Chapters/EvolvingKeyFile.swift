internal import DurableFiles
internal import Glibc
internal import SecretMemory

/// The one plain file with the key of the access log's next entry: overwritten in place, so that no earlier key stays, as it would
/// in a database or where a new file takes the place of the old one. It lets an agent that starts while the vault is locked go on.
public struct EvolvingKeyFile: Sendable {
  private let path: String

  /// Names the file; its directory exists.
  public init(path: String) { self.path = path }

  /// What stands in the file.
  public struct Chains: Sendable {
    /// The chain that was written last; nil when there is none, or nothing whole.
    public let current: EntryChain?
    /// The chain of a chapter that was about to be opened; nil when none was.
    public let announced: EntryChain?

    static let none = Chains(current: nil, announced: nil)
  }

  private static let size = EntryChain.encodedByteCount

  /// What was written last.
  ///
  /// - Throws: ``OwnerVerificationError`` when the file can't be read.
  public func read() throws(OwnerVerificationError) -> Chains {
    let descriptor = OwnerFile.open(path, O_RDONLY)
    guard descriptor >= 0 else {
      if errno == ENOENT { return .none }
      throw failure("open")
    }
    defer { close(descriptor) }
    guard OwnerFile.isRegular(descriptor, ofOwnerAlone: true) else { return .none }
    var got = -1
    let (first, second): (SharedSecret, SharedSecret)
    do {
      let bytes = try SecretBytes(count: 2 * Self.size) { output in
        got = pread(descriptor, output.baseAddress, output.count, 0)
      }
      first = SharedSecret(try bytes.copy(0..<Self.size))
      second = SharedSecret(try bytes.copy(Self.size..<2 * Self.size))
    } catch { throw OwnerVerificationError(error) }
    guard got >= 0 else { throw failure("read") }
    return Chains(current: try EntryChain(encoded: first.bytes), announced: try EntryChain(encoded: second.bytes))
  }

  /// Writes a chain over the previous one.
  ///
  /// - Parameter opensChapter: whether it begins a chapter. Then it is on the disk when this returns, and takes the place of what
  ///   ``announce(_:)`` wrote. An entry's need not be: after a power cut an older key is found there, and the entries that follow
  ///   it lead on to the present one.
  public func write(_ chain: EntryChain, opensChapter: Bool) throws(OwnerVerificationError) {
    let descriptor = try writable()
    defer { close(descriptor) }
    try write(try chain.encoded(), to: descriptor, at: 0)
    guard opensChapter else { return }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("fstat") }
    if status.st_size > Self.size {
      let nothing: SecretBytes
      do { nothing = try SecretBytes([UInt8](repeating: 0, count: Self.size)) } catch {
        throw OwnerVerificationError(error)
      }
      try write(nothing, to: descriptor, at: Self.size)
    }
    guard fdatasync(descriptor) == 0, ftruncate(descriptor, off_t(Self.size)) == 0 else { throw failure("fdatasync") }
  }

  /// Writes the chain of a chapter beside the present one, durably, before the log says that the chapter is open: so the key of
  /// either is there, whenever the agent is killed.
  public func announce(_ chain: EntryChain) throws(OwnerVerificationError) {
    let isNew = access(path, F_OK) != 0
    let descriptor = try writable()
    defer { close(descriptor) }
    try write(try chain.encoded(), to: descriptor, at: Self.size)
    guard fdatasync(descriptor) == 0 else { throw failure("fdatasync") }
    if isNew { try OwnerFile.syncDirectory(of: path) }
  }

  private func write(
    _ bytes: borrowing SecretBytes, to descriptor: Int32, at offset: Int
  ) throws(OwnerVerificationError) {
    let count = bytes.count
    guard bytes.withUnsafeBytes({ pwrite(descriptor, $0.baseAddress, count, off_t(offset)) }) == count else {
      throw failure("write")
    }
  }

  /// The file, opened for writing. What stands in its place and is not the vault's alone is set aside: it must keep nobody out.
  private func writable() throws(OwnerVerificationError) -> Int32 {
    let descriptor = OwnerFile.open(path, O_WRONLY | O_CREAT)
    if descriptor >= 0 {
      if OwnerFile.isRegular(descriptor, ofOwnerAlone: true) { return descriptor }
      close(descriptor)
    } else if ![EISDIR, ELOOP, ENXIO, EACCES].contains(errno) {
      throw failure("open")
    }
    try OwnerFile.moveAside(path)
    let new = OwnerFile.open(path, O_WRONLY | O_CREAT | O_EXCL)
    guard new >= 0 else { throw failure("open") }
    return new
  }

  private func failure(_ call: String) -> OwnerVerificationError { OwnerVerificationError(FileError(call, path)) }
}
