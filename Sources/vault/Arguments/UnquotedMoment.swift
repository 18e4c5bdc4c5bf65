internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Localization
internal import VaultClient

/// A command with an option that takes a moment, and with arguments behind which the rest of one would be lost.
protocol DatedCommand: AgentCommand {}

extension DatedCommand {
  static func prepared(_ words: [String]) throws(Failure) -> [String] {
    try UnquotedMoment.check(words, now: Date(), zone: .system())
    return words
  }
}

/// A moment of several words that the shell took apart: `--due fri 18:00` would be due on Friday, and `18:00` be part of the text.
enum UnquotedMoment {
  private static let options = ["--due", "--destroy-on"]
  /// How many words behind the first may belong to it.
  private static let maximumWordCount = 3

  /// Refuses words behind a moment that go on with it.
  ///
  /// - Parameter words: the words behind the command's name.
  static func check(_ words: [String], now: @autoclosure () -> Date, zone: @autoclosure () -> LocalZone) throws(Failure)
  {
    guard words.contains(where: options.contains) else { return }
    let (now, zone) = (now(), zone())
    let words = words.prefix { $0 != "--" }
    for (index, word) in words.enumerated() where options.contains(word) {
      let behind = words.dropFirst(index + 1).prefix { !$0.hasPrefix("--") }
      guard let first = behind.first, isMoment(first, now, zone) else { continue }
      for count in 2...(maximumWordCount + 1) where behind.count >= count {
        let text = behind.prefix(count).joined(separator: " ")
        guard isMoment(text, now, zone) else { continue }
        throw .typed(
          "\(word) \(text) is \(count + 1) words: only \(Failure.quoted(first)) would be the moment.",
          hint: "Put it in quotes: \(word) \"\(text)\". Where the rest is something else, write it before \(word).")
      }
    }
  }

  private static func isMoment(_ text: String, _ now: Date, _ zone: LocalZone) -> Bool {
    do throws(Failure) { _ = try When(text, now: now, zone: zone) } catch { return false }
    return true
  }
}
