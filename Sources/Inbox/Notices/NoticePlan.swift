public import FoundationEssentials
internal import ServerAPI

/// What has to be done about the desktop now. A pure function of the situation.
///
/// Items are shown one by one as long as there are few. When there are many, proposals that wait for an answer take the places, those
/// of the oldest notices as well, and the rest is shown together; the next proposal of it takes the place that becomes free. So the
/// number of notifications is bounded, however much comes. What is held back, or can't be shown, is not passed: it comes later.
public struct NoticePlan: Equatable, Sendable {
  /// The most items that are on the screen one by one.
  public static let maximumSingleCount = 5

  /// One thing to do.
  public enum Action: Equatable, Sendable {
    /// Take a notification down: what it is about is decided, read or over.
    case withdraw(InboxNotice)
    /// Show an item, where `inPlaceOf` is the number of a notice in the place of that; `isAgain` says that the person has seen it
    /// before.
    case show(InboxEntry, inPlaceOf: Int64? = nil, isAgain: Bool)
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
    let expiries = situation.shownEntries.values.map(\.expiresAt) + [situation.expiryOfSeveral]
    expiry = expiries.compactMap { $0 }.filter { $0 > situation.now }.min()
  }

  private static func withdrawals(_ situation: NoticeSituation) -> [InboxNotice] {
    situation.shown.filter { notice in
      switch notice {
      case .item(let number): situation.shownEntries[number].map { !situation.needsAttention($0) } ?? true
      case .several: situation.unreadCountOfSeveral == 0
      case .outcome(let number): situation.redacted.contains(number)
      case .channel: false
      }
    }.sorted { $0.name < $1.name }
  }

  private static func news(_ situation: NoticeSituation, withdrawn: Set<InboxNotice>) -> [Action] {
    let arrived = situation.arrived.filter {
      situation.needsShowing($0) && situation.shownEntries[$0.sequence] == nil
    }
    if situation.isInFront { return arrived.map(Action.seenInFront) + pass(situation) }
    guard situation.mayShow else { return [] }
    let known = Set(arrived.map(\.sequence))
    let queue = Set(situation.queued.map(\.sequence))
    let waiting = situation.waiting.filter {
      situation.needsAttention($0) && !known.contains($0.sequence) && situation.shownEntries[$0.sequence] == nil
        && !queue.contains($0.sequence)
    }
    let kept = situation.shownEntries.filter { !withdrawn.contains(.item($0.key)) }
    let free = maximumSingleCount - kept.count
    let several = situation.several.flatMap { withdrawn.contains(.several($0)) ? nil : $0 }
    guard situation.isFlood || several != nil || waiting.count + arrived.count > free else {
      let queued = situation.unshownQueue.filter { !known.contains($0.sequence) }
        .prefix(free - waiting.count - arrived.count)
      return queued.map { .show($0, isAgain: $0.state == .read) } + waiting.map { .show($0, isAgain: true) }
        + arrived.map { .show($0, isAgain: false) } + pass(situation)
    }
    let notices = kept.values.filter { !$0.wantsDecision }.map(\.sequence).sorted()
    let places = Array(repeating: nil, count: max(0, free)) + notices.map(Optional.some)
    return many(situation, waiting, arrived, several, places) + pass(situation)
  }

  /// Proposals take the places there are, since only there they have buttons; the rest is shown together.
  ///
  /// - Parameter places: nil for a free one, the number of a notice for one that it has until then; in the order in which they are
  ///   taken.
  private static func many(
    _ situation: NoticeSituation, _ waiting: [InboxEntry], _ arrived: [InboxEntry], _ several: ClosedRange<Int64>?,
    _ places: [Int64?]
  ) -> [Action] {
    let queued = situation.unshownQueue
    let known = Set(arrived.map(\.sequence))
    let single = (queued + waiting + arrived).filter(\.wantsDecision).prefix(places.count)
    let singles = Set(single.map(\.sequence))
    let shows = zip(single, places).map { (entry, place) in
      // One that has waited for a place is news, unless it was read meanwhile.
      let isNews = known.contains(entry.sequence) || queued.contains(entry) && entry.state != .read
      return Action.show(entry, inPlaceOf: place, isAgain: !isNews)
    }
    let displaced = places.prefix(single.count).compactMap { $0 }
    var numbers = (waiting + arrived).map(\.sequence).filter { !singles.contains($0) } + displaced
    let isAgain = numbers.allSatisfy { !known.contains($0) }
    if situation.isFlood, !arrived.isEmpty { numbers.append(max(situation.highest, arrived.last?.sequence ?? 0)) }
    if let several, !numbers.isEmpty || !singles.isDisjoint(with: queued.map(\.sequence)) {
      numbers += [several.lowerBound, several.upperBound]
    }
    guard let first = numbers.min(), let last = numbers.max() else { return shows }
    return shows + [.showSeveral(first...last, inPlaceOf: several, isAgain: isAgain)]
  }

  private static func pass(_ situation: NoticeSituation) -> [Action] {
    guard let last = situation.arrived.last?.sequence else { return [] }
    // Of a flood all is shown together, if any of it is.
    let isTogether = situation.isFlood && situation.arrived.contains(where: situation.needsShowing)
    return [.pass(through: isTogether && situation.mayShow ? max(last, situation.highest) : last)]
  }
}
