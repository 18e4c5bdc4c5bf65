extension SecretLayout {
  /// A place between two characters, on the screen.
  public struct Caret: Equatable, Sendable {
    /// Which line, counted from 0.
    public let line: Int
    /// How far from the left edge.
    public let x: Double

    /// Names a place.
    public init(line: Int, x: Double) { (self.line, self.x) = (line, x) }
  }

  /// Where the caret is drawn.
  ///
  /// - Parameters:
  ///   - place: in the text, in bytes.
  ///   - width: of a line, from whose end lines run that are read from right to left.
  ///   - measure: how wide a part of the text is.
  public func caret(at place: Int, width: Double, measure: (Range<Int>) -> Double) -> Caret {
    let line = max((starts.lastIndex { $0 <= place }) ?? 0, 0)
    let pieces = lines[line]
    guard let first = pieces.first else { return Caret(line: line, x: 0) }
    let isRightToLeft = isRightToLeft(line, width: width)
    if let piece = pieces.first(where: { $0.bytes.contains(place) }) {
      return Caret(line: line, x: self.caret(at: place, in: piece, line: line, width: width, measure))
    }
    let last = pieces[pieces.count - 1]
    guard place >= last.bytes.upperBound else {
      return Caret(line: line, x: isRightToLeft ? first.x + first.width : first.x)
    }
    return Caret(line: line, x: isRightToLeft ? last.x : last.x + last.width)
  }

  /// The place in the text that is nearest to a point.
  public func place(at caret: Caret) -> Int {
    let line = min(max(caret.line, 0), lines.count - 1)
    let pieces = lines[line]
    guard let nearest = pieces.min(by: { $0.distance(to: caret.x) < $1.distance(to: caret.x) }) else {
      return starts[line]
    }
    let isBehind = caret.x > nearest.x + nearest.width / 2
    let isRightToLeft = pieces.count > 1 && pieces[1].x < pieces[0].x
    return isBehind != isRightToLeft ? nearest.bytes.upperBound : nearest.bytes.lowerBound
  }
}

extension SecretLayout {
  /// A part of a line, from its left edge on.
  public struct Span: Equatable, Sendable {
    /// Which line, counted from 0.
    public let line: Int
    /// Where it begins, and how wide it is.
    public let x, width: Double
  }

  /// Where a part of the text is drawn, piece by piece.
  ///
  /// - Parameter measure: as for a caret.
  public func spans(of part: Range<Int>, width: Double, measure: (Range<Int>) -> Double) -> [Span] {
    lines.indices.flatMap { line in
      lines[line].compactMap { piece in
        guard piece.bytes.overlaps(part) else { return nil }
        if part.lowerBound <= piece.bytes.lowerBound, part.upperBound >= piece.bytes.upperBound {
          return Span(line: line, x: piece.x, width: piece.width)
        }
        // Only words of joined letters are cut.
        let ends = [max(part.lowerBound, piece.bytes.lowerBound), min(part.upperBound, piece.bytes.upperBound)].map {
          caret(at: $0, in: piece, line: line, width: width, measure)
        }
        return Span(line: line, x: min(ends[0], ends[1]), width: abs(ends[1] - ends[0]))
      }
    }
  }

  /// Where a place in a piece, or at its end, is drawn.
  private func caret(
    at place: Int, in piece: Piece, line: Int, width: Double, _ measure: (Range<Int>) -> Double
  ) -> Double {
    let before = place == piece.bytes.lowerBound ? 0 : measure(piece.bytes.lowerBound..<place)
    return isRightToLeft(line, width: width) ? piece.x + piece.width - before : piece.x + before
  }

  private func isRightToLeft(_ line: Int, width: Double) -> Bool {
    let pieces = lines[line]
    guard let first = pieces.first else { return false }
    return pieces.count > 1 ? pieces[1].x < first.x : first.x + first.width == width && first.x > 0
  }
}

extension SecretLayout.Piece {
  fileprivate func distance(to x: Double) -> Double { abs(x - (self.x + width / 2)) }
}
