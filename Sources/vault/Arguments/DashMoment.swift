internal import AgentAPI
internal import Localization
internal import VaultClient

/// A moment that is over, as in `snooze 4f2a -1h`: the parser takes it for options.
enum DashMoment {
  /// Refuses one that a reminder is to be snoozed to.
  ///
  /// - Parameter words: the words behind the command's name.
  static func check(_ words: [String]) throws(Failure) {
    guard let moment = words.prefix(while: { $0 != "--" }).first(where: isBack) else { return }
    throw .typed(
      "\(Failure.quoted(moment)) is in the past: a reminder can only be snoozed to a later time.",
      hint: "For instance: vault snooze 4f2a in 1h")
  }

  /// Whether it is a span of time that leads back; no option begins with a digit.
  private static func isBack(_ word: String) -> Bool {
    word.hasPrefix("-") && word.dropFirst().first.map { ("0"..."9").contains($0) } ?? false
  }
}
