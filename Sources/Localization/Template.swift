/// Words with placeholders from `%1$@` to `%9$@`.
///
/// No part of this is printf's: a template comes from a file and may say anything.
enum Template {
  /// Puts the arguments in. A placeholder without an argument, and any other percent sign, stays as it is.
  ///
  /// - Returns: nil where an argument is asked for twice: so the result is never longer than the template and the arguments together.
  static func expand(_ template: String, _ arguments: [String]) -> String? {
    let bytes = Array(template.utf8)
    var (result, used, start, place) = ([UInt8](), Set<Int>(), 0, 0)
    while place < bytes.count {
      guard let number = placeholder(bytes, at: place), number <= arguments.count else {
        place += 1
        continue
      }
      guard used.insert(number).inserted else { return nil }
      result += bytes[start..<place]
      result += arguments[number - 1].utf8
      place += 4
      start = place
    }
    result += bytes[start...]
    return String(decoding: result, as: UTF8.self)
  }

  /// The number of the placeholder that begins there; nil where none does.
  private static func placeholder(_ bytes: [UInt8], at place: Int) -> Int? {
    guard place + 3 < bytes.count, bytes[place] == UInt8(ascii: "%"), bytes[place + 2] == UInt8(ascii: "$"),
      bytes[place + 3] == UInt8(ascii: "@"), (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(bytes[place + 1])
    else { return nil }
    return Int(bytes[place + 1] - UInt8(ascii: "0"))
  }
}
