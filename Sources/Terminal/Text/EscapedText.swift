internal import LinuxSystem
internal import SecretMemory

/// Renders a secret for a terminal without leaving secret memory, with newlines and tabs as they are or escaped.
enum EscapedText {
  /// The secret with everything dangerous as escapes, and how many columns its last line takes. A newline becomes CR LF,
  /// as a terminal in raw mode needs.
  static func render(
    _ secret: borrowing SecretBytes, keeping: Escaping.PlainCharacters
  ) throws(SystemError) -> (text: SharedSecret, columns: Int) {
    var columns = 0
    let text = try secret.withUnsafeBytes { (bytes) throws(SystemError) in
      var writer = try SecretWriter(capacity: bytes.count * 10)
      var offset = 0
      while offset < bytes.count {
        let piece = Glyphs.piece(in: bytes, at: offset)
        let source = UnsafeRawBufferPointer(rebasing: bytes[piece.range])
        columns += append(piece, source, keeping, to: &writer)
        if case .newline = piece.shape, keeping == .lines { columns = 0 }
        offset = piece.range.upperBound
      }
      return SharedSecret(try writer.finish())
    }
    return (text, columns)
  }

  private static func append(
    _ piece: Glyphs.Piece, _ source: UnsafeRawBufferPointer, _ keeping: Escaping.PlainCharacters,
    to writer: inout SecretWriter
  ) -> Int {
    switch piece.shape {
    case .plain: writer.append(source)
    case .escape(let text): writer.append(text)
    case .newline: writer.append(keeping == .lines ? "\r\n" : "\\n")
    case .tab: writer.append(keeping == .lines ? "\t" : "\\t")
    }
    switch piece.shape {
    case .plain, .escape: return piece.columns
    case .newline, .tab: return 2
    }
  }
}
