internal import GRDB
public import ServerAPI

/// Storing what the server has.
extension InboxStore {
  /// How far the owner's inbox has come: what to fetch from, and what to acknowledge.
  public func position(of owner: InboxOwner) throws(InboxStoreError) -> SequencePosition {
    try read(owner) { try $0.position(of: $1) }
  }

  /// Stores a page, whole or not at all. Items that are here already are skipped; where the page's bounds say that the
  /// server no longer has what comes next here, that is counted as lost.
  ///
  /// - Throws: ``InboxStoreError/Code/gap`` when an item is not the next one;
  ///   ``InboxStoreError/Code/otherNumbering`` when one that is here already was another.
  @discardableResult
  public func ingest(_ page: InboxPage, for owner: InboxOwner) throws(InboxStoreError) -> IngestResult {
    try ingest(page.items, page.bounds, owner)
  }

  /// Stores items as the server sent them, all or none: several that came together cost no more than one.
  ///
  /// - Throws: as for a page.
  @discardableResult
  public func ingest(_ items: [InboxItem], for owner: InboxOwner) throws(InboxStoreError) -> IngestResult {
    try ingest(items, nil, owner)
  }

  /// Stores one item as the server sent it.
  ///
  /// - Throws: as for a page.
  @discardableResult
  public func ingest(_ item: InboxItem, for owner: InboxOwner) throws(InboxStoreError) -> IngestResult {
    try ingest([item], nil, owner)
  }

  /// Records that the server no longer has what comes next here, as a `gap` event says.
  @discardableResult
  public func ingest(_ bounds: SequenceBounds, for owner: InboxOwner) throws(InboxStoreError) -> IngestResult {
    try ingest([], bounds, owner)
  }

  private func ingest(
    _ items: [InboxItem], _ bounds: SequenceBounds?, _ owner: InboxOwner
  ) throws(InboxStoreError) -> IngestResult {
    try change(owner) { database, number in
      var batch = try ItemBatch(owner: number, database)
      if let bounds { try batch.skip(to: bounds) }
      for item in items { try batch.ingest(item, database) }
      try database.save(batch.intake.position, of: number)
      return batch.intake
    }
  }

  /// Stores changes of states, all or none. Those that are here already are skipped.
  ///
  /// - Parameters:
  ///   - changes: by their numbers.
  ///   - known: the number that they were asked for after.
  /// - Returns: decisions of the user that another one had come before, and stands.
  /// - Throws: ``InboxStoreError/Code/gap`` when there may be others between those that are here and these.
  @discardableResult
  public func ingest(
    _ changes: [InboxChange], after known: Int64, for owner: InboxOwner
  ) throws(InboxStoreError) -> [InboxChange] {
    try change(owner) { database, number in
      var own = try database.position(of: number)
      guard known <= own.change else { throw InboxStoreError(.gap, "changes are here up to \(own.change)") }
      var overruled: [InboxChange] = []
      for change in changes where change.change > own.change {
        if change.sequence > own.sequence {
          try database.saveEarly(change, number)
        } else if let change = try database.apply(change, number) {
          overruled.append(change)
        }
        own.change = change.change
      }
      try database.save(own, of: number)
      return overruled
    }
  }
}
