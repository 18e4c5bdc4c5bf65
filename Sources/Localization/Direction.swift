internal import Synchronization

/// In which direction texts are read, after the Unicode Bidirectional Algorithm (UAX #9).
extension String {
  /// Without the signs that turn the direction of what stands beside them: whoever wrote them could have a text read otherwise than it is. What only sets a part apart
  /// from its surroundings (U+2068 to U+2069) stays, and ends with the text.
  public var unturned: String {
    guard unicodeScalars.contains(where: Self.turns) else { return self }
    var result = UnicodeScalarView()
    var depth = 0
    for scalar in unicodeScalars {
      switch scalar {
      case Self.isolateStart: depth += 1
      case Self.isolateEnd where depth > 0: depth -= 1
      default: if Self.turns(scalar) { continue }
      }
      result.append(scalar)
    }
    result.append(contentsOf: repeatElement(Self.isolateEnd, count: depth))
    return String(result)
  }

  /// Set apart from the sentence that it is put into, so that either is read as if it stood alone. The same text where nothing in it is read from right to left.
  public var isolated: String {
    guard unicodeScalars.contains(where: { Self.turns($0) || Self.isFromRightToLeft($0) }) else { return self }
    return "\(Self.isolateStart)\(unturned)\(Self.isolateEnd)"
  }

  /// A sentence of a language that is read from left to right, as all are that the programs speak: also where it begins with what was set apart, by which
  /// Pango would take its direction.
  var fromLeftToRight: String { unicodeScalars.first == Self.isolateStart ? "\u{200E}\(self)" : self }

  private static let isolateStart: Unicode.Scalar = "\u{2068}"
  private static let isolateEnd: Unicode.Scalar = "\u{2069}"

  private static func turns(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The blocks that Unicode keeps for scripts that are written from right to left, and the marks that stand for a letter of these.
  private static func isFromRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
    default: false
    }
  }
}

extension Localization {
  private static let isolating = Atomic(false)

  /// Whether values are set apart (`isolated`) from the sentences in the person's language that they are put into: for a program that draws these itself, and sends none
  /// of them elsewhere. Not so unless it says so.
  public static var isolatesValues: Bool {
    get { isolating.load(ordering: .relaxed) }
    set { isolating.store(newValue, ordering: .relaxed) }
  }
}
