internal import ServerAPI

/// Sees to it that items and changes are stored in order and once, whatever comes. Pure.
struct InboxOrder: Sendable {
  /// Something for the replica.
  enum Portion: Equatable, Sendable {
    case items([InboxItem], SequenceBounds?)
    case changes([InboxChange])
    case gap(ClosedRange<Int64>)
  }

  /// The position after all that was ingested.
  private(set) var position: SequencePosition

  init(after position: SequencePosition) { self.position = position }

  /// Ingests a page of items.
  ///
  /// - Throws: ``ServerClientError/Code/garbage`` when it doesn't follow.
  mutating func ingest(_ page: InboxPage) throws(ServerClientError) -> [Portion] {
    var portions = gap(before: page.bounds.first)
    let items = try following(page.items)
    if !items.isEmpty { portions.append(.items(items, page.bounds)) }
    return portions
  }

  /// Ingests a page of changes.
  mutating func ingest(_ changes: [InboxChange]) -> [Portion] {
    let changes = newer(changes)
    return changes.isEmpty ? [] : [.changes(changes)]
  }

  /// Ingests events of the stream; those of a kind that came together are stored together.
  ///
  /// - Throws: ``ServerClientError/Code/garbage`` when a number is missing.
  mutating func ingest(_ events: [ServerEvent]) throws(ServerClientError) -> [Portion] {
    var portions: [Portion] = []
    for event in events {
      switch event {
      case .gap(let bounds): portions += gap(before: bounds.first)
      case .push(let item): Self.add(try following([item]), to: &portions)
      case .state(let change): Self.add(newer([change]), to: &portions)
      case .news: break
      }
    }
    return portions
  }

  private mutating func gap(before first: Int64) -> [Portion] {
    guard first - 1 > position.sequence else { return [] }
    let missing = position.sequence + 1...first - 1
    position.sequence = missing.upperBound
    return [.gap(missing)]
  }

  /// The items that are not there yet. An item that is here may come again; one that is missing must not be skipped.
  private mutating func following(_ items: [InboxItem]) throws(ServerClientError) -> [InboxItem] {
    var new: [InboxItem] = []
    new.reserveCapacity(items.count)
    for item in items where item.sequence > position.sequence {
      guard item.sequence == position.sequence + 1 else {
        throw ServerClientError(.garbage, "item \(position.sequence + 1) is missing from what the server sent")
      }
      position.sequence = item.sequence
      new.append(item)
    }
    return new
  }

  private mutating func newer(_ changes: [InboxChange]) -> [InboxChange] {
    var new: [InboxChange] = []
    for change in changes where change.change > position.change {
      position.change = change.change
      new.append(change)
    }
    return new
  }

  private static func add(_ items: [InboxItem], to portions: inout [Portion]) {
    guard !items.isEmpty else { return }
    if case .items(let earlier, nil) = portions.last {
      portions[portions.count - 1] = .items(earlier + items, nil)
    } else {
      portions.append(.items(items, nil))
    }
  }

  private static func add(_ changes: [InboxChange], to portions: inout [Portion]) {
    guard !changes.isEmpty else { return }
    if case .changes(let earlier) = portions.last {
      portions[portions.count - 1] = .changes(earlier + changes)
    } else {
      portions.append(.changes(changes))
    }
  }
}
