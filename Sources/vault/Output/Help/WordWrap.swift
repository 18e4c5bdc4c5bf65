/// Breaks text into lines between words. A word that is longer than a line stays whole.
enum WordWrap {
  /// The parts that are not broken although they have blanks.
  enum UnbrokenParts {
    /// Anything between backquotes or quotation marks.
    case code
    /// Anything between quotation marks, as a shell has it, and an option with its value.
    case arguments
    /// Anything between square brackets.
    case brackets
  }

  /// - Parameters:
  ///   - indent: the blanks before the first line.
  ///   - hanging: the blanks before the others.
  ///   - lineEnd: what every line but the last ends with.
  static func lines(
    _ text: String, width: Int, indent: Int, hanging: Int, keeping: UnbrokenParts, lineEnd: String = ""
  ) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    let words = words(text, keeping)
    for (index, word) in words.enumerated() {
      let end = index == words.count - 1 ? 0 : lineEnd.count
      if !isEmpty, line.count + 1 + word.count + end > width {
        lines.append(line + lineEnd)
        line = String(repeating: " ", count: hanging)
        isEmpty = true
      }
      line += isEmpty ? word : " " + word
      isEmpty = false
    }
    return lines + [line]
  }

  private static func words(_ text: String, _ keeping: UnbrokenParts) -> [String] {
    var words = [""]
    var closing: Character?
    for character in text {
      if character == " ", closing == nil {
        if words.last != "" { words.append("") }
        continue
      }
      words[words.count - 1].append(character)
      if character == closing {
        closing = nil
      } else if closing == nil {
        closing = Self.closing(character, keeping)
      }
    }
    words.removeAll(where: \.isEmpty)
    return keeping == .arguments ? withValues(words) : words
  }

  /// Options and what follows them as one word each.
  private static func withValues(_ words: [String]) -> [String] {
    var result: [String] = []
    for word in words {
      if let option = result.last, option.hasPrefix("--"), !option.contains(" "), !"-|<>&".contains(word.prefix(1)) {
        result[result.count - 1] += " " + word
      } else {
        result.append(word)
      }
    }
    return result
  }

  /// What ends the part that begins with this character.
  private static func closing(_ character: Character, _ keeping: UnbrokenParts) -> Character? {
    switch (keeping, character) {
    case (.code, "`"), (.code, "\""): character
    case (.arguments, "\""), (.arguments, "'"): character
    case (.brackets, "["): "]"
    default: nil
    }
  }
}
