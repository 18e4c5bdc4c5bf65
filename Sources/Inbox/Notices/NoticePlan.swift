public import FoundationEssentials

/// What has to be done about the desktop now. A pure function of the situation.
///
/// Items are shown one by one as long as there are few, and together when there are many; so the number of notifications is
/// bounded, however much comes. What is held back, or can't be shown, is not passed: it comes later.
public struct NoticePlan: Equatable, Sendable {
  /// The most items that are on the screen one by one.
  public static let maximumSingleCount = 5

  /// One thing to do.
  public enum Action: Equatable, Sendable {
    /// Take a notification down: what it is about is decided, read or over.
    case withdraw(InboxNotice)
    /// Show an item; `isAgain` says that the person has seen it before.
    case show(InboxEntry, isAgain: Bool)
    /// Show items together, in place of those that are shown together already.
    case showSeveral(ClosedRange<Int64>, inPlaceOf: ClosedRange<Int64>?, isAgain: Bool)
    /// The person sees an item where they are.
    case seenInFront(InboxEntry)
    /// What came up to this number needs no showing any more.
    case pass(through: Int64)
  }

  /// What to do, in this order.
  public let actions: [Action]
  /// When something that is shown is over; nil when nothing is.
  public let expiry: Date?

  /// Plans for a situation.
  public init(_ situation: NoticeSituation) {
    let withdrawals = Self.withdrawals(situation)
    actions = withdrawals.map(Action.withdraw) + Self.news(situation, withdrawn: Set(withdrawals))
    expiry = situation.shownEntries.values.compactMap(\.expiresAt).filter { $0 > situation.now }.min()
  }

  private static func withdrawals(_ situation: NoticeSituation) -> [InboxNotice] {
    situation.shown.filter { notice in
      switch notice {
      case .item(let number): situation.shownEntries[number].map { !situation.stillWantsSomething($0) } ?? true
      case .several: situation.openCountOfSeveral == 0
      case .outcome: false
      }
    }.sorted { $0.name < $1.name }
  }

  private static func news(_ situation: NoticeSituation, withdrawn: Set<InboxNotice>) -> [Action] {
    let arrived = situation.arrived.filter {
      situation.isWorthShowing($0) && situation.shownEntries[$0.sequence] == nil
    }
    if situation.isInFront { return arrived.map(Action.seenInFront) + pass(situation) }
    guard situation.mayShow else { return [] }
    let known = Set(arrived.map(\.sequence))
    let waiting = situation.waiting.filter {
      situation.stillWantsSomething($0) && !known.contains($0.sequence) && situation.shownEntries[$0.sequence] == nil
    }
    let several = situation.several.flatMap { withdrawn.contains(.several($0)) ? nil : $0 }
    let all = waiting + arrived
    guard let first = all.map(\.sequence).min(), let last = all.map(\.sequence).max() else { return pass(situation) }
    let free = maximumSingleCount - situation.shownEntries.keys.count { !withdrawn.contains(.item($0)) }
    guard situation.isFlood || several != nil || all.count > free else {
      return waiting.map { .show($0, isAgain: true) } + arrived.map { .show($0, isAgain: false) } + pass(situation)
    }
    let newest = situation.isFlood ? max(last, situation.highest) : last
    let numbers = min(first, several?.lowerBound ?? first)...max(newest, several?.upperBound ?? newest)
    let passed = situation.arrived.isEmpty ? [] : [Action.pass(through: newest)]
    return [.showSeveral(numbers, inPlaceOf: several, isAgain: arrived.isEmpty)] + passed
  }

  private static func pass(_ situation: NoticeSituation) -> [Action] {
    situation.arrived.last.map { [.pass(through: $0.sequence)] } ?? []
  }
}
