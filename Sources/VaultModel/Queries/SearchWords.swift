/// The words a task is found by: those of its name, label, notes, subtasks, project and tags, in lower case. A word is a
/// run of letters and digits.
public struct SearchWords: Equatable, Sendable {
  /// The words, each once, in no order.
  public let words: Set<String>

  /// The words of a task.
  public init(of task: TodoTask) { words = Set(Self.list(of: task)) }

  /// The words of a task, also those that it has more than once.
  public static func list(of task: TodoTask) -> [String] {
    var list: [String] = []
    task.forEachText { list += words(of: $0) }
    return list
  }

  /// The words of a text, in its order.
  public static func words(of text: String) -> [String] {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
    var words: [String] = []
    var word: [UInt8] = []
    for byte in text.utf8 {
      if isLetterOrDigit(byte) {
        word.append(lowercase(byte))
      } else if !word.isEmpty {
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
      }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  // Most texts are ASCII, and of ASCII the same is known without asking Unicode's tables.

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

  /// Whether each of `beginnings`, cut into words itself, begins one of the words.
  public func contain(_ beginnings: [String]) -> Bool {
    beginnings.flatMap(Self.words(of:)).allSatisfy { beginning in words.contains { $0.hasPrefix(beginning) } }
  }
}
