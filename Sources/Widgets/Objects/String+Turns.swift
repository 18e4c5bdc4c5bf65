#if Desktop
extension String {
  /// Without the signs that turn the direction of what stands behind them: where a text of somebody else's stands in a sentence of the window's own, the sentence
  /// stays as it is.
  var unturned: String {
    guard unicodeScalars.contains(where: Self.turns) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !Self.turns($0) }))
  }

  private static func turns(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
#endif
