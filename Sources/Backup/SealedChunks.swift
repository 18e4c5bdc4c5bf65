internal import Sealing
internal import SecretMemory

/// A long text sealed in chunks (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015): the nonce binds each
/// chunk to its place, and says of the last one that it is the last, so that none can be moved, repeated or left out.
///
/// One key seals one text: the nonces begin anew with each.
enum SealedChunks {
  /// The text of a chunk, in bytes; the text of a file is a whole number of them.
  static let textByteCount = 64 << 10
  /// A sealed chunk, in bytes.
  static let chunkByteCount = textByteCount + AES256GCM.tagByteCount

  /// The length of the sealed text, in bytes.
  static func sealedByteCount(of text: [UInt8]) -> Int { text.count / textByteCount * chunkByteCount }

  /// Seals a text of whole chunks, each together with `head`.
  static func seal(
    _ text: [UInt8], key: borrowing SecretBytes, authenticating head: [UInt8]
  ) throws(SealingError) -> [UInt8] {
    guard !text.isEmpty, text.count.isMultiple(of: textByteCount) else {
      throw SealingError(.invalidLength, "\(text.count) bytes are not whole chunks")
    }
    let count = text.count / textByteCount
    var sealed: [UInt8] = []
    sealed.reserveCapacity(count * chunkByteCount)
    for index in 0..<count {
      let chunk = try secret(text[index * textByteCount..<(index + 1) * textByteCount])
      let nonce = nonce(index, isLast: index == count - 1)
      sealed += try AES256GCM.seal(chunk, key: key, nonce: nonce, authenticating: head)
    }
    return sealed
  }

  /// Opens what ``seal(_:key:authenticating:)`` made.
  ///
  /// - Throws: `SealingError` with `authenticationFailed` when a chunk is not the one of its place, or one is missing.
  static func open(
    _ sealed: ArraySlice<UInt8>, key: borrowing SecretBytes, authenticating head: [UInt8]
  ) throws(SealingError) -> [UInt8] {
    guard !sealed.isEmpty, sealed.count.isMultiple(of: chunkByteCount) else {
      throw SealingError(.authenticationFailed, "\(sealed.count) bytes are not whole chunks")
    }
    let count = sealed.count / chunkByteCount
    var text: [UInt8] = []
    text.reserveCapacity(count * textByteCount)
    for index in 0..<count {
      let start = sealed.startIndex + index * chunkByteCount
      let chunk = Array(sealed[start..<start + chunkByteCount])
      let nonce = nonce(index, isLast: index == count - 1)
      let opened = try AES256GCM.open(chunk, key: key, nonce: nonce, authenticating: head)
      opened.withUnsafeBytes { text += $0 }
    }
    return text
  }

  /// Three zero bytes, the place as eight bytes, and 1 for the last chunk, 0 for the others.
  static func nonce(_ index: Int, isLast: Bool) -> [UInt8] {
    var writer = ByteWriter()
    writer.add([0, 0, 0])
    writer.add(UInt64(index))
    writer.add([isLast ? 1 : 0])
    return writer.bytes
  }

  private static func secret(_ bytes: ArraySlice<UInt8>) throws(SealingError) -> SecretBytes {
    do { return try SecretBytes(Array(bytes)) } catch { throw SealingError(.outOfMemory, "mmap") }
  }
}
