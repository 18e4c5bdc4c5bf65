internal import DurableFiles
internal import SecretMemory

/// Moves every credential from one store to the other, in steps that are journalled: copying, verified, switched, cleaned.
///
/// It may be stopped at any point, also by `SIGKILL` or a power cut, and run again. Nothing is removed from the old store
/// before every value was read back from the new one and the new choice is recorded.
public struct StoreMigration: Sendable {
  /// How far it is.
  public enum Step: String, Sendable, CaseIterable {
    /// Values are written to the new store.
    case copying
    /// Every value was read back from the new store.
    case verified
    /// The new store is the recorded choice.
    case switched
    /// The old store holds nothing any more.
    case cleaned
  }

  /// What the callback is told.
  public struct Progress: Sendable, Equatable {
    /// The step under way, or just reached.
    public let step: Step
    /// How many credentials this step is through with.
    public let done: Int
    /// How many it has in all.
    public let total: Int
  }

  private let selection: StoreSelection
  private let journal: CheckedFile
  private let timeLimit: Duration

  /// Prepares a move between the two stores of `selection`; its journal lies beside the recorded choice.
  ///
  /// - Parameters:
  ///   - selection: the recorded choice, which names the old store and will name the new one.
  ///   - timeLimit: how long to wait for writers or another migration, at most.
  public init(_ selection: StoreSelection, timeLimit: Duration = .seconds(5)) {
    self.selection = selection
    self.timeLimit = timeLimit
    journal = CheckedFile(path: selection.path + ".migration", kind: "vcs-move")
  }

  /// The target and the step of a migration that was begun and is not done; nil when there is none.
  public func unfinished() throws(CredentialStoreError) -> (target: CredentialStoreKind, step: Step)? {
    guard let payload = try journal.load() else { return nil }
    let words = String(decoding: payload, as: UTF8.self).split(separator: " ").map(String.init)
    guard words.count == 2, let target = CredentialStoreKind(rawValue: words[0]), let step = Step(rawValue: words[1])
    else {
      throw CredentialStoreError(.newerFormat, "\(journal.path) was written by a newer version")
    }
    return (target, step)
  }

  /// Moves everything to `target`, or finishes what an earlier run began.
  ///
  /// - Parameters:
  ///   - target: where everything goes; nothing happens when it is the recorded choice and no move is unfinished.
  ///   - progress: called after each credential and each step; what it throws stops the migration there.
  /// - Returns: how many credentials `target` holds.
  /// - Throws: ``CredentialStoreError`` of either store; `cancelled` when the task is; `failed` when another migration is
  ///   unfinished or `target` holds credentials that the old store does not.
  @discardableResult
  public func run(
    to target: CredentialStoreKind, progress: @Sendable (Progress) throws(CredentialStoreError) -> Void = { _ in }
  ) async throws(CredentialStoreError) -> Int {
    try CredentialFile.makeDirectory(of: selection.path)
    let turn = try await MigrationLock(selection.path, exclusive: true, limit: timeLimit)
    defer { turn.end() }
    let begun = try unfinished()
    if let begun, begun.target != target {
      throw CredentialStoreError(.failed, "a move to \(begun.target.rawValue) is unfinished: run it to its end first")
    }
    let old = selection.store(target == .file ? .secretService : .file)
    let new = selection.store(target)
    let current = try selection.recorded()
    if current != target {
      if begun == nil && current != nil { try await refuseStrangers(old: old, new: new) }
      try record(.copying, target)
      // Without a choice nothing was ever written, and there is nothing to copy.
      let names = current == nil ? [] : try await copy(old: old, new: new, progress)
      try record(.verified, target)
      try progress(Progress(step: .verified, done: names.count, total: names.count))
      try await selection.recordChoice(target)
      try record(.switched, target)
    } else if begun == nil {
      return try await new.names().count
    }
    try await clean(old, progress)
    try journal.remove()
    return try await new.names().count
  }

  private func record(_ step: Step, _ target: CredentialStoreKind) throws(CredentialStoreError) {
    try journal.save(Array("\(target.rawValue) \(step.rawValue)".utf8))
  }

  private func refuseStrangers(old: any CredentialStore, new: any CredentialStore) async throws(CredentialStoreError) {
    let strangers = Set(try await new.names()).subtracting(try await old.names())
    guard strangers.isEmpty else {
      throw CredentialStoreError(.failed, "the new store already holds \(strangers.count) other credentials")
    }
  }

  /// Copies what is not yet there, then reads everything back; what an earlier run copied and was removed since goes.
  private func copy(
    old: any CredentialStore, new: any CredentialStore, _ progress: (Progress) throws(CredentialStoreError) -> Void
  ) async throws(CredentialStoreError) -> [CredentialName] {
    let names = try await old.names()
    for (index, name) in names.enumerated() {
      try stopIfCancelled()
      guard let value = try await old.value(for: name) else { throw changed(name) }
      if try await !holds(new, value, name) { try await new.set(value, for: name) }
      try progress(Progress(step: .copying, done: index + 1, total: names.count))
    }
    for stale in Set(try await new.names()).subtracting(names) { try await new.remove(stale) }
    for name in names {
      try stopIfCancelled()
      guard let value = try await old.value(for: name), try await holds(new, value, name) else { throw changed(name) }
    }
    guard try await new.names() == names, try await old.names() == names else {
      throw CredentialStoreError(.failed, "the stores changed during the move; run it again")
    }
    return names
  }

  private func holds(
    _ store: any CredentialStore, _ value: borrowing SecretBytes, _ name: CredentialName
  ) async throws(CredentialStoreError) -> Bool {
    guard let other = try await store.value(for: name) else { return false }
    return value.isEqual(to: other)
  }

  private func clean(
    _ old: any CredentialStore, _ progress: (Progress) throws(CredentialStoreError) -> Void
  ) async throws(CredentialStoreError) {
    let names = try await old.names()
    try progress(Progress(step: .switched, done: 0, total: names.count))
    for (index, name) in names.enumerated() {
      try stopIfCancelled()
      try await old.remove(name)
      try progress(Progress(step: .switched, done: index + 1, total: names.count))
    }
    try progress(Progress(step: .cleaned, done: names.count, total: names.count))
  }

  private func stopIfCancelled() throws(CredentialStoreError) {
    guard !Task.isCancelled else { throw CredentialStoreError(.cancelled, "run it again to go on") }
  }

  private func changed(_ name: CredentialName) -> CredentialStoreError {
    CredentialStoreError(.failed, "a credential changed during the move; run it again")
  }
}
