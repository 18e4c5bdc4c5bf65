internal import LinuxSystem
internal import SecretMemory

extension SecretBytes {
  /// Makes a secret of `count` bytes that `fill` writes; erased when `fill` fails.
  static func filled(
    _ count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(SealingError) -> Void
  ) throws(SealingError) -> SecretBytes {
    var secret: SecretBytes
    do { secret = try SecretBytes(count: count) } catch { throw SealingError(.outOfMemory, error.description) }
    try secret.withUnsafeMutableBytes(fill)
    return secret
  }
}

extension [UInt8] {
  /// Lends the bytes as a raw buffer.
  func withRawBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(SealingError) -> Result
  ) throws(SealingError) -> Result {
    try withUnsafeBufferPointer { (buffer) throws(SealingError) in try body(UnsafeRawBufferPointer(buffer)) }
  }

  /// Makes `count` bytes that `fill` writes.
  static func filled(
    _ count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(SealingError) -> Void
  ) throws(SealingError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try bytes.withUnsafeMutableBufferPointer { (buffer) throws(SealingError) in
      try fill(UnsafeMutableRawBufferPointer(buffer))
    }
    return bytes
  }
}
