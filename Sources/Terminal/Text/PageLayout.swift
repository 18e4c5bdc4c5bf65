internal import LinuxSystem
internal import SecretMemory

/// Breaks text into lines of a screen's width and lines into pages. It holds offsets only; the text stays where it is.
struct PageLayout {
  private let lineStarts: [Int]
  private let end: Int
  let columns: Int
  let rows: Int

  /// Lays out `text` for a text area of at least one column and row.
  init(_ text: borrowing SecretBytes, columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    end = text.count
    let width = self.columns
    lineStarts = text.withUnsafeBytes { Self.starts(of: $0, columns: width) }
  }

  var pageCount: Int { (lineStarts.count + rows - 1) / rows }

  private static func starts(of bytes: UnsafeRawBufferPointer, columns: Int) -> [Int] {
    var starts = [0]
    var offset = 0
    var column = 0
    while offset < bytes.count {
      let piece = Glyphs.piece(in: bytes, at: offset)
      let width = piece.width(at: column)
      if case .newline = piece.shape {
        column = 0
        if piece.range.upperBound < bytes.count { starts.append(piece.range.upperBound) }
      } else if column + width > columns, column > 0 {
        starts.append(offset)
        column = 0
        continue
      } else {
        column += width
      }
      offset = piece.range.upperBound
    }
    return starts
  }

  /// Writes the page's lines, each at its own row from `firstRow` on, into secret memory.
  func render(page: Int, of text: borrowing SecretBytes, firstRow: Int) throws(SystemError) -> SecretBytes {
    let lines = (page * rows)..<min((page + 1) * rows, lineStarts.count)
    guard let first = lines.first, let last = lines.last else { return try SecretBytes(count: 0) }
    let range = lineStarts[first]..<(last + 1 < lineStarts.count ? lineStarts[last + 1] : end)
    // An escape takes at most ten bytes for one of the text's; a tab at most eight; moving to a row at most twelve.
    let capacity = range.count * 10 + lines.count * 12
    return try text.withUnsafeBytes { (bytes) throws(SystemError) in
      var writer = try SecretWriter(capacity: capacity)
      for line in lines {
        writer.append("\u{1B}[\(firstRow + line - lines.lowerBound);1H")
        let stop = line + 1 < lineStarts.count ? lineStarts[line + 1] : end
        write(bytes, lineStarts[line]..<stop, into: &writer)
      }
      return try writer.finish()
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, into writer: inout SecretWriter) {
    var offset = range.lowerBound
    var column = 0
    while offset < range.upperBound {
      let piece = Glyphs.piece(in: bytes, at: offset)
      let width = piece.width(at: column)
      switch piece.shape {
      case .plain: writer.append(UnsafeRawBufferPointer(rebasing: bytes[piece.range]))
      case .escape(let text): writer.append(text)
      case .tab: writer.append(String(repeating: " ", count: width))
      case .newline: return
      }
      column += width
      offset = piece.range.upperBound
    }
  }
}

extension Glyphs.Piece {
  /// The columns it takes when it begins at `column`.
  func width(at column: Int) -> Int {
    if case .tab = shape { return Glyphs.tabWidth - column % Glyphs.tabWidth }
    return columns
  }
}
