/// The raw bytes between the quotes of a JSON string, valid UTF-8.
struct JSONStringLiteral {
  typealias Failure = JSONScanner.Failure

  let raw: UnsafeRawBufferPointer

  /// The raw bytes; the decoded ones are never more.
  var count: Int { raw.count }

  /// Decodes into `output`, which has room for ``count`` bytes.
  ///
  /// - Returns: the number of bytes written, valid UTF-8.
  func decode(into output: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    var written = 0
    try forEachByte {
      output[written] = $0
      written += 1
    }
    return written
  }

  /// Checks the string without decoding it anywhere.
  func decodedCount() throws(Failure) -> Int {
    var count = 0
    try forEachByte { _ in count += 1 }
    return count
  }

  private func forEachByte(_ emit: (UInt8) -> Void) throws(Failure) {
    var index = 0
    while index < raw.count {
      let byte = raw[index]
      guard byte >= 0x20 else { throw .syntax("a string holds a control character") }
      if byte == UInt8(ascii: "\\") {
        do throws(JSONEscape.Mistake) { try JSONEscape.read(raw, &index, emit) } catch { throw .syntax(error.rawValue) }
      } else {
        emit(byte)
        index += 1
      }
    }
  }
}
