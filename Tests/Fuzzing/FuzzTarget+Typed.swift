internal import CivilTime
internal import FoundationEssentials
internal import VaultClient
internal import VaultModel

/// What people type, or paste.
extension FuzzTarget {
  static let typed = [
    FuzzTarget("typed-date", atMost: 256) { input in
      _ = try? When(String(decoding: input, as: UTF8.self), now: now, zone: .utc)
    },
    FuzzTarget("typed-rule", atMost: 256) { input in
      guard let rule = try? RepeatRule(String(decoding: input, as: UTF8.self), now: now, zone: .utc) else { return }
      precondition(
        (try? RepeatRule(rule.rule.text, now: now, zone: .utc))?.rule == rule.rule,
        "a rule is another one when it is read again")
      _ = RuleDescription(rule.rule, zone: .utc)
    },
    FuzzTarget("typed-filter", atMost: 256) { input in
      let words = input.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      _ = try? FilterWords(words, now: now, zone: .utc)
    },
    FuzzTarget("typed-id", atMost: 64) { input in typedID(String(decoding: input, as: UTF8.self)) },
  ]

  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// The beginning of a task's ID takes in exactly what begins so.
  private static func typedID(_ text: String) {
    guard let prefix = TaskIDPrefix(text) else { return }
    precondition(TaskIDPrefix(prefix.description) == prefix, "an ID is another one when it is read again")
    guard let lowest = UUID(bytes: prefix.lowest), let highest = UUID(bytes: prefix.highest) else {
      preconditionFailure("an ID has not 16 bytes")
    }
    precondition(prefix.matches(lowest) && prefix.matches(highest), "an ID does not begin as it was typed")
    precondition(lowest.hexDigits <= highest.hexDigits, "the range of an ID is empty")
    precondition(prefix.shortened(to: 4).matches(lowest), "a shorter beginning takes in less")
    if let whole = UUID(uuidString: text) { precondition(prefix.matches(whole), "a whole ID is another one") }
  }
}
