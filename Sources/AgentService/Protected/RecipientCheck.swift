internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import Logging
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

/// Looks for texts that are sealed to another public half than the owner's.
struct RecipientCheck: Sendable {
  let names: TaskNames
  let records: SealedRecords
  let notices: NoticeQueue
  let logger: Logger

  /// The most names that one notice lists.
  private static let namedCount = 20

  /// Tells by name which texts say that they were sealed to another public half than the owner's: whoever exchanged it for a while
  /// has received them, and the owner can't read them. What the owner has marked can't be one of them.
  ///
  /// Nothing that fails here keeps the owner out.
  func reportTexts(forOthersThan owner: OwnerService.Verified) async {
    do throws(Failure) {
      var foreign: [TodoTask] = []
      for task in try await names.sealed() {
        for item in task.sealedItems where !item.seal.hasOwnerMAC {
          guard try await isSealedToAnother(item, than: owner) else { continue }
          foreign.append(task)
          break
        }
      }
      guard !foreign.isEmpty else { return }
      notices.add(
        "Encrypted for someone else; you cannot read it: \(try await titles(of: foreign)). Somebody changed this "
          + "vault's files; delete what is not yours, and add your own again.", for: .owner)
    } catch { logger.warning("not all sealed texts could be looked at", metadata: ["reason": "\(LogReason(error))"]) }
  }

  private func titles(of foreign: [TodoTask]) async throws(Failure) -> String {
    var titles = try await names.withShortIDs(Array(foreign.prefix(Self.namedCount))).map { one in
      "\u{201C}\(one.task.label ?? TodoTask.standardLabel)\u{201D} (\(one.shortID))"
    }
    if foreign.count > titles.count { titles.append("\(foreign.count - titles.count) more") }
    return titles.joined(separator: ", ")
  }

  private func isSealedToAnother(_ item: SealedItem, than owner: OwnerService.Verified) async throws(Failure) -> Bool {
    let record: [UInt8]?
    do throws(Failure) { record = try await records.record(item.name) } catch {
      // What is damaged is told when it is to be shown, and by the check of the store.
      guard error.code != .badData else { return false }
      throw error
    }
    guard let named = record.flatMap({ ProtectedRecord.publicKey(of: $0) }) else { return false }
    return named != owner.header.publicKey
  }
}
