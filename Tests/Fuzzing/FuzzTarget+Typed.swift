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
  ]

  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
}
