/// How many tasks, or other things, something could not be kept of, a sentence for each kind, in the order they came.
struct Tally: Equatable, Sendable {
  /// Kinds that are told; what comes of others is counted together.
  private static let maximumKindCount = 50
  private var counts: [(text: String, noun: String, count: Int)] = []
  private var otherCount = 0

  /// Counts one more task, or what else `noun` says.
  ///
  /// - Parameters:
  ///   - text: what could not be kept, as the beginning of a sentence.
  ///   - noun: what is counted, in the singular; always the same for one text.
  mutating func add(_ text: String, noun: String = "task") {
    if let index = counts.firstIndex(where: { $0.text == text }) {
      counts[index].count += 1
    } else if counts.count < Self.maximumKindCount {
      counts.append((text, noun, 1))
    } else {
      otherCount += 1
    }
  }

  /// The sentences.
  var sentences: [String] {
    let others = otherCount > 0 ? ["There is more that is not kept (\(otherCount) times)."] : []
    return counts.map { "\($0.text) (\($0.count) \($0.noun)\($0.count == 1 ? "" : "s"))." } + others
  }

  static func == (left: Self, right: Self) -> Bool { left.sentences == right.sentences }
}
