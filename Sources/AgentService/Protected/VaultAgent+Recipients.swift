internal import AgentAPI
internal import FoundationEssentials
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  /// The most names that one notice lists.
  private static let namedCount = 20

  /// Those items whose records name the owner as the one they were sealed to, or nobody, as the form of old does. The others are
  /// told by name: whoever exchanged the public half for a while has received them, and the owner can't read them.
  func mine(
    _ items: [SealedItem], of all: [TodoTask], _ owner: OwnerKeeper.Verified
  ) async throws(Failure) -> [SealedItem] {
    var mine: [SealedItem] = []
    var foreign: Set<UUID> = []
    for item in items {
      if try await isSealedToAnother(item, than: owner) { foreign.insert(item.id) } else { mine.append(item) }
    }
    guard !foreign.isEmpty else { return mine }
    let tasks = all.filter { $0.sealedItems.contains { foreign.contains($0.id) } }
    let shortIDs: [UUID: String]
    do { shortIDs = try await self.tasks.shortIDs(of: tasks.map(\.id)) } catch { throw Failure(error) }
    var names = tasks.prefix(Self.namedCount).map { task in
      "\u{201C}\(task.label ?? Self.standardLabel)\u{201D} (\(shortIDs[task.id] ?? task.id.hexDigits))"
    }
    if tasks.count > names.count { names.append("\(tasks.count - names.count) more") }
    credentials.tellLater(
      "Sealed to somebody else than you, who alone can read it: \(names.joined(separator: ", ")). Somebody changed this "
        + "vault's files; delete what is not yours, and write your own anew.")
    return mine
  }

  private func isSealedToAnother(_ item: SealedItem, than owner: OwnerKeeper.Verified) async throws(Failure) -> Bool {
    let record: [UInt8]?
    do throws(Failure) { record = try await credentials.bytes(item.name) } catch {
      // What is damaged is told when it is to be shown, and by the check of the store.
      guard error.code != .badData else { return false }
      throw error
    }
    guard let named = record.flatMap({ ProtectedRecord.publicKey(of: $0) }) else { return false }
    return named != owner.header.publicKey
  }
}
