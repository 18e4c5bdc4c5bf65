internal import AgentAPI
internal import CredentialStore
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import Synchronization
internal import TaskStore
internal import Waiting

extension VaultStateKey {
  /// How far the list of confirmed texts has come, under the owner's MAC.
  fileprivate static let confirmedTexts = VaultStateKey("confirmed-texts")
}

/// The list of the texts that the owner has confirmed: in the credential store, with notes of how far it has come beside it, in the task
/// database and in the state directory. Nothing in it is secret.
final class ConfirmedListStore: Sendable {
  private struct Known {
    /// The list as it was proven since the unlock, or written by this agent.
    var list: ConfirmedList?
    /// The highest generation that this agent has proved: no file lowers it.
    var floor: UInt64 = 0
  }

  private let store: any CredentialStore
  private let state: any VaultStateStore
  private let anchor: CounterAnchorFile
  private let notices: NoticeQueue
  private let known = Mutex(Known())
  /// Held by whoever changes the list.
  private let mutex = AsyncMutex()

  /// - Parameters:
  ///   - anchor: how far it has come, in the state directory.
  ///   - notices: where the owner is told that a note was changed.
  init(
    _ store: any CredentialStore, state: any VaultStateStore, anchor: CounterAnchorFile, notices: NoticeQueue
  ) {
    (self.store, self.state, self.anchor, self.notices) = (store, state, anchor, notices)
  }

  /// The list, proven to be the owner's and the newest that anything here has seen.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/badData`` when it is missing, older or another's: somebody changed something.
  func list(of owner: OwnerService.Verified) async throws(Failure) -> ConfirmedList {
    if let list = known.withLock({ $0.list }) { return list }
    // Every header of this form says so; an upgrade begins the list first.
    guard owner.header.hasOwnedList else { throw .listTampered("was never begun") }
    let encoded = try await store.bytes(.ownedRecords)
    let notes = try await notes(of: owner)
    guard let encoded else { throw .listTampered("is missing from the credential store") }
    let list = try Self.authenticated(encoded, owner)
    guard let list else { throw .listTampered("was not written by you") }
    guard let newest = notes.compactMap(\.generation).max() else {
      throw .listTampered("has lost every note of how far it had come")
    }
    guard list.generation >= max(newest, known.withLock { $0.floor }) else {
      throw .listTampered("is older than it was")
    }
    cache(list)
    for note in notes where note.generation == nil {
      notices.add(
        "The note of your confirmed texts in the \(note.place) was missing or changed; it has been rewritten.",
        for: .owner)
    }
    if notes.contains(where: { $0.generation != list.generation }) { try await writeNotes(of: list, owner) }
    return list
  }

  /// Changes the list, in the turn of whoever asks. It is in force once the credential store has it; notes that are behind then
  /// are brought up at the next unlock.
  func change(
    of owner: OwnerService.Verified, _ change: (inout ConfirmedList.Texts) -> Void
  ) async throws(Failure) {
    await mutex.lock()
    defer { mutex.unlock() }
    let list = try await list(of: owner)
    var texts = list.texts
    change(&texts)
    guard texts != list.texts else { return }
    try await write(texts, after: list, owner)
  }

  /// Begins the list, before the header says that there is one: with the first PIN, at the upgrade, and after a restore. It comes after
  /// everything that was ever noted for this owner.
  func begin(
    _ texts: ConfirmedList.Texts = .init(), of owner: OwnerService.Verified
  ) async throws(Failure) {
    await mutex.lock()
    defer { mutex.unlock() }
    let newest = try await traces(of: owner).newest
    try await write(texts, after: ConfirmedList(generation: newest, texts: .init()), owner)
  }

  /// Begins the list beside a header of the legacy format. What an upgrade left that was interrupted is an empty list and its
  /// notes; anything more was written beside a header of the present format.
  func beginAtUpgrade(of owner: OwnerService.Verified) async throws(Failure) {
    let traces = try await traces(of: owner)
    guard traces.newest == 0 || (traces.list?.texts == .init() && traces.list?.generation == traces.newest) else {
      throw .listTampered("was begun before, and these key slots are older")
    }
    try await begin(of: owner)
  }

  /// The list, where the owner wrote one, and the highest generation that anything here has of it; 0 where there is no trace.
  private func traces(
    of owner: OwnerService.Verified
  ) async throws(Failure) -> (list: ConfirmedList?, newest: UInt64) {
    let stored = try await store.bytes(.ownedRecords)
    let list: ConfirmedList? = if let stored { try Self.authenticated(stored, owner) } else { nil }
    let noted = try await notes(of: owner).compactMap(\.generation)
    return (list, (noted + [list?.generation ?? 0, known.withLock { $0.floor }]).max() ?? 0)
  }

  /// Whether one of the ids stands on the list, which can be read without the owner's key, but not proven.
  func isClaimed(_ ids: [UUID]) async throws(Failure) -> Bool {
    guard let encoded = try await store.bytes(.ownedRecords) else { return false }
    return !ConfirmedList.claimedItems(encoded).isDisjoint(with: ids)
  }

  /// Has the list read and proven again before it is next used.
  func forget() { known.withLock { $0.list = nil } }

  // MARK: Parts

  /// Keeps a list that is proven, and in force.
  private func cache(_ list: ConfirmedList) {
    known.withLock { known in
      known.list = list
      known.floor = max(known.floor, list.generation)
    }
  }

  private static func authenticated(_ encoded: [UInt8], _ owner: OwnerService.Verified) throws(Failure)
    -> ConfirmedList?
  {
    do throws(OwnerVerificationError) {
      return try ConfirmedList(encoded: encoded, by: owner.verified)
    } catch {
      guard error.code == .damaged else { throw Failure(error) }
      return nil
    }
  }

  private func write(
    _ texts: ConfirmedList.Texts, after former: ConfirmedList, _ owner: OwnerService.Verified
  ) async throws(Failure) {
    let list = try OwnerVerificationError.asFailure(now: former.next(texts))
    let encoded = try OwnerVerificationError.asFailure(now: list.encoded(by: owner.verified))
    try await store.setBytes(encoded, for: .ownedRecords)
    cache(list)
    try await writeNotes(of: list, owner)
  }

  /// What a place says of how far the list has come.
  private struct Note {
    let place: String
    /// Nil where the owner has written nothing there.
    let generation: UInt64?
  }

  private func notes(of owner: OwnerService.Verified) async throws(Failure) -> [Note] {
    var found: [(String, [UInt8]?)] = [("credential store", try await storedNote())]
    // What can't be read there is as good as bent.
    do { found.append(("task database", try await state.state(.confirmedTexts))) } catch {
      found.append(("task database", nil))
    }
    found.append(("state directory", anchor.read()))
    do throws(OwnerVerificationError) {
      var notes: [Note] = []
      for (place, bytes) in found {
        let generation = try bytes.flatMap { (bytes) throws(OwnerVerificationError) in
          try ConfirmedList.generation(
            ofAnchor: bytes, by: owner.verified)
        }
        notes.append(Note(place: place, generation: generation))
      }
      return notes
    } catch { throw Failure(error) }
  }

  /// What another program has made of it counts as nothing.
  private func storedNote() async throws(Failure) -> [UInt8]? {
    do throws(Failure) { return try await store.bytes(.confirmedTexts) } catch {
      guard error.code == .badData else { throw error }
      return nil
    }
  }

  private func writeNotes(of list: ConfirmedList, _ owner: OwnerService.Verified) async throws(Failure) {
    let note = try OwnerVerificationError.asFailure(now: list.anchor(by: owner.verified))
    try await store.setBytes(note, for: .confirmedTexts)
    // The list is in force by now; a note that is behind is written at the next unlock.
    do { try await state.setState(note, for: .confirmedTexts) } catch {
      reportStaleNote("task database", Failure(error))
    }
    do { try anchor.write(note) } catch { reportStaleNote("state directory", Failure(error)) }
  }

  private func reportStaleNote(_ place: LocalizedText, _ reason: Failure) {
    notices.add("The note of your confirmed texts in the \(place) can't be written. \(reason.$message)", for: .owner)
  }
}

extension Failure {
  /// The list of confirmed texts is not what it must be.
  ///
  /// - Parameter what: what is wrong with it, the end of a sentence.
  static func listTampered(_ what: LocalizedText) -> Failure {
    Failure(
      .badData, "The list of your confirmed texts \(what): somebody changed the vault's files or its credential store.",
      hint: "Put back what was there; or make a vault backup and restore it into an empty data directory,"
        + " where every text that is not authenticated counts as not yet confirmed.")
  }
}
