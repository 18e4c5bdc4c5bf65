public import LinuxSystem

/// Bytes that must not outlive their use: passwords, keys, protected text.
///
/// They live in a mapping of their own between two guard pages, locked against swapping, left out of core dumps, wiped in
/// a forked child, and are erased when the value ends. The value can't be copied by accident: pass it as `borrowing`,
/// hand it over as `consuming`, or say ``copy()``.
///
/// It has no description and no `Codable`; comparing takes the same time wherever the bytes differ.
public struct SecretBytes: ~Copyable, Sendable {
  /// The number of bytes.
  public let count: Int
  /// Whether the kernel locked the pages into memory (`mlock(2)`); false once `RLIMIT_MEMLOCK` is used up.
  public let isLocked: Bool
  private let mapping: Mapping

  /// Makes `count` zero bytes and lets `fill` write them.
  ///
  /// - Throws: `SystemError` when no memory can be mapped.
  public init(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void = { _ in }) throws(SystemError) {
    precondition(count >= 0, "a count is not negative")
    mapping = try MappingPool.acquire(count: count)
    self.count = count
    isLocked = mapping.isLocked
    fill(mapping.bytes(count))
  }

  /// Makes a secret of at most `capacity` bytes; `fill` says how many it wrote, the rest is cut off.
  ///
  /// - Throws: `SystemError` when no memory can be mapped, or what `fill` throws.
  public init<Failure: Error>(
    capacity: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws {
    let mapping = try MappingPool.acquire(count: capacity)
    let written: Int
    do { written = try fill(mapping.bytes(capacity)) } catch {
      MappingPool.release(mapping)
      throw error
    }
    precondition((0...capacity).contains(written), "fill wrote what it was given room for")
    self.mapping = mapping
    count = written
    isLocked = mapping.isLocked
  }

  /// Copies `bytes`; the caller erases the original.
  public init(copying bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try self.init(count: bytes.count) { $0.copyMemory(from: bytes) }
  }

  /// Copies bytes that are no secret yet, such as a test's or a salt's.
  public init(_ bytes: [UInt8]) throws(SystemError) {
    try self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
  }

  deinit { MappingPool.release(mapping) }

  /// Lends the bytes for reading; the pointer must not leave `body`.
  public borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(mapping.bytes(count)))
  }

  /// Lends the bytes for writing; the pointer must not leave `body`.
  public mutating func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(mapping.bytes(count))
  }

  /// A second secret with the same bytes.
  public borrowing func copy() throws(SystemError) -> SecretBytes {
    try SecretBytes(copying: UnsafeRawBufferPointer(mapping.bytes(count)))
  }

  /// A second secret with the bytes of `range`.
  public borrowing func copy(_ range: Range<Int>) throws(SystemError) -> SecretBytes {
    try SecretBytes(copying: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(mapping.bytes(count))[range]))
  }

  /// Whether both hold the same bytes; the time depends on the length alone.
  public borrowing func isEqual(to other: borrowing SecretBytes) -> Bool {
    guard count == other.count else { return false }
    var difference: UInt8 = 0
    let mine = mapping.bytes(count)
    let theirs = other.mapping.bytes(count)
    for index in 0..<count { difference |= mine[index] ^ theirs[index] }
    return difference == 0
  }

  /// Whether there are no bytes.
  public var isEmpty: Bool { count == 0 }
}

/// One secret that several owners share, for places a noncopyable value can't go yet: arrays, continuations, closures
/// that escape. Erased when the last reference is released.
public final class SharedSecret: Sendable {
  /// The secret.
  public let bytes: SecretBytes

  /// Takes the secret over.
  public init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
}
