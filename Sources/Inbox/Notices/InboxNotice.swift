public import FoundationEssentials

/// The name of something about the inbox that is shown on the desktop: the same after a restart, so that what is shown again takes
/// the place of the old.
public enum InboxNotice: Hashable, Sendable {
  /// One item, by its number.
  case item(Int64)
  /// Several items, by the first and the last of their numbers.
  case several(ClosedRange<Int64>)
  /// The outcome of an answer to an item.
  case outcome(Int64)
  /// What is new in a channel, by its id.
  case channel(UUID)

  /// For instance `item/12`, `several/12-48`, `outcome/12`, or `channel/` and the channel's id.
  public var name: String {
    switch self {
    case .item(let number): "item/\(number)"
    case .several(let numbers): "several/\(numbers.lowerBound)-\(numbers.upperBound)"
    case .outcome(let number): "outcome/\(number)"
    case .channel(let id): "channel/\(id.uuidString.lowercased())"
    }
  }

  /// Reads a ``name``; nil for anything else.
  public init?(name: String) {
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[0] == "channel" {
      guard let id = UUID(uuidString: String(parts[1])) else { return nil }
      self = .channel(id)
      return
    }
    let numbers = parts.count == 2 ? parts[1].split(separator: "-").map { Int64($0) ?? 0 } : []
    guard !numbers.isEmpty, numbers.allSatisfy({ $0 > 0 }) else { return nil }
    switch (parts[0], numbers.count) {
    case ("item", 1): self = .item(numbers[0])
    case ("outcome", 1): self = .outcome(numbers[0])
    case ("several", 2) where numbers[0] <= numbers[1]: self = .several(numbers[0]...numbers[1])
    default: return nil
    }
  }
}

extension Set<InboxNotice> {
  /// The items that are shown together; nil for none.
  public var several: ClosedRange<Int64>? {
    for case .several(let numbers) in self { return numbers }
    return nil
  }

  /// The items that are shown each alone.
  public var items: Set<Int64> { Set<Int64>(compactMap { if case .item(let number) = $0 { number } else { nil } }) }
}
