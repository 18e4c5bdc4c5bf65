internal import LinuxSystem
internal import SecretMemory

/// Collects output that holds protected text, in secret memory of a fixed size.
struct SecretWriter: ~Copyable {
  private var buffer: SecretBytes
  private var count = 0

  /// Makes room for `capacity` bytes.
  init(capacity: Int) throws(SystemError) { buffer = try SecretBytes(count: capacity) }

  /// Appends bytes; more than fit is a bug of the caller's arithmetic and stops the program before anything is written
  /// beside the buffer.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    precondition(count + bytes.count <= buffer.count, "the writer was made large enough")
    let start = count
    buffer.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[start...]).copyMemory(from: bytes) }
    count += bytes.count
  }

  /// Appends a byte.
  mutating func append(_ byte: UInt8) {
    precondition(count < buffer.count, "the writer was made large enough")
    let place = count
    buffer.withUnsafeMutableBytes { $0[place] = byte }
    count += 1
  }

  /// Appends text that is no secret: control sequences, escapes, blanks.
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// What was written; the buffer is erased.
  consuming func finish() throws(SystemError) -> SecretBytes { try buffer.copy(0..<count) }
}
