/// A value that begins with `-`, which the parser takes for an option.
enum DashValue {
  /// What to say behind the parser's complaint that an option has no value; empty where that is not the reason.
  static func hint(in words: [String], about complaint: String) -> String {
    guard complaint.contains("Missing value for") else { return "" }
    for (word, next) in zip(words, words.dropFirst()) where word.hasPrefix("--") && complaint.contains("'\(word) ") {
      guard next.hasPrefix("-"), next.count > 1 else { continue }
      return "  A value that begins with - is written with =, for instance: \(word)=-1d\n"
    }
    return ""
  }
}
