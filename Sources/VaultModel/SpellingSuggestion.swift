/// The word somebody may have meant.
public enum SpellingSuggestion {
  /// The word of `words` that is `typed` but for a slip of one letter, or two in a long word; nil where none is.
  ///
  /// A slip is a letter too many, one too few, a wrong one, or two swapped.
  ///
  /// - Parameter maximum: at most so many slips, in a long word, too.
  public static func to(_ typed: String, among words: [String], slips maximum: Int = 2) -> String? {
    let letters = Array(typed.utf8)
    guard (2...20).contains(letters.count) else { return nil }
    var best: (word: String, slips: Int)?
    for word in words {
      let slips = slips(letters, Array(word.utf8))
      guard slips <= min(maximum, min(letters.count, word.utf8.count) < 5 ? 1 : 2), slips < best?.slips ?? .max else {
        continue
      }
      best = (word, slips)
    }
    return best?.word
  }

  /// The optimal string alignment distance.
  private static func slips(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        var least = min(last[column + 1], current[column]) + 1
        least = min(least, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
