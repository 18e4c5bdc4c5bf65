/// Walks over bytes and says what each piece becomes on a screen: itself, an escape, a tab's blanks or a line's end.
struct Glyphs {
  /// One piece of text.
  struct Piece {
    enum Shape {
      /// The bytes as they are.
      case plain
      /// These characters instead, which are ASCII and reveal at most one dangerous byte or scalar.
      case escape(String)
      /// A tab; how wide depends on the column.
      case tab
      /// The end of a line.
      case newline
    }

    let shape: Shape
    let range: Range<Int>
    let columns: Int
  }

  static let tabWidth = 8

  /// The piece that begins at `offset`.
  static func piece(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Piece {
    let (unit, count) = UTF8Scanner.unit(in: bytes, at: offset)
    let range = offset..<(offset + count)
    switch unit {
    case .scalar("\n"): return Piece(shape: .newline, range: range, columns: 0)
    case .scalar("\t"): return Piece(shape: .tab, range: range, columns: 0)
    case .invalid(let byte): return escape(Escaping.escape(byte), range)
    case .scalar(let scalar):
      if Escaping.isDangerous(scalar) { return escape(Escaping.escape(scalar), range) }
      return Piece(shape: .plain, range: range, columns: ScalarWidth.columns(scalar))
    }
  }

  private static func escape(_ text: String, _ range: Range<Int>) -> Piece {
    Piece(shape: .escape(text), range: range, columns: text.utf8.count)
  }
}
