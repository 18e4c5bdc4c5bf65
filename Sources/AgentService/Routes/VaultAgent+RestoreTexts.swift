internal import AgentAPI
internal import Backup
internal import CredentialStore
internal import FoundationEssentials
internal import OwnerVerification
internal import Sealing
internal import VaultModel

extension VaultAgent {
  /// Gives the tasks of this vault back those of their sealed texts that were lost, out of a backup of the same owner. Nothing
  /// else is taken: tasks stay as they are, and so does a text that is there.
  func restoreTexts(from path: String, _ conversation: any Conversation) async throws(Failure) -> Reply {
    let backup = try await Self.readBackup(path)
    try await refuseOthers(backup, path)
    let owner = try await access.log("restore texts", nil, conversation) { () throws(Failure) in
      try await keeper.verifyAfresh(conversation)
    }
    let contents = try Self.contents(of: backup, path, for: owner)
    let kept = Dictionary(contents.records.map { ($0.name, $0.sealed) }) { first, _ in first }
    var report = RestoredTexts()
    try await records.restore { () throws(Failure) in
      var found: [NewRecord] = []
      for task in try await names.sealed() {
        for item in task.sealedItems where try await isLost(item) {
          // The task says by its digest which text is its own; another version is none.
          guard let sealed = kept[item.name.rawValue], SHA256.digest(of: sealed) == item.seal.digest else {
            report.missing += 1
            continue
          }
          found.append(NewRecord(name: item.name, bytes: sealed))
          report.back.append(task.label ?? TodoTask.standardLabel)
        }
      }
      return found
    }
    return .done(message: report.message + Self.warning(of: backup))
  }

  private func refuseOthers(_ backup: UnverifiedBackup, _ path: String) async throws(Failure) {
    let own = try await keeper.lockbox().header
    let theirs: OwnerHeader
    do { theirs = try OwnerHeader(encoded: backup.ownerHeader) } catch {
      throw Failure(error, openingBackup: path)
    }
    guard theirs.vaultID == own.vaultID, theirs.publicKey == own.publicKey else {
      throw Failure(
        .refused, "That backup is of another vault.",
        hint: "Restore it into an empty data directory with vault restore.")
    }
  }

  /// Whether a text is not in the store as its task has it: gone, damaged or exchanged.
  private func isLost(_ item: SealedItem) async throws(Failure) -> Bool {
    do throws(Failure) {
      guard let sealed = try await records.record(item.name) else { return true }
      return SHA256.digest(of: sealed) != item.seal.digest
    } catch {
      guard error.code == .badData else { throw error }
      return true
    }
  }
}

/// What came back, for the owner to read.
struct RestoredTexts: Equatable {
  /// The labels of the tasks whose texts are back, one for each text.
  var back: [String] = []
  /// How many are lost here and not in the backup either.
  var missing = 0

  private static let namedCount = 10

  /// One or two sentences.
  var message: String {
    var sentences: [String] = []
    if back.isEmpty {
      sentences.append("Nothing was taken out of the backup.")
    } else {
      let named = back.prefix(Self.namedCount).map { "\u{201C}\($0)\u{201D}" }.joined(separator: ", ")
      let more = back.count > Self.namedCount ? " and \(back.count - Self.namedCount) more" : ""
      sentences.append("\(Self.count(back.count)) back: \(named)\(more). Nothing else was changed.")
    }
    if missing > 0 {
      sentences.append("\(Self.count(missing)) lost and not in this backup.")
    } else if back.isEmpty {
      sentences.append("No protected text is lost here.")
    }
    return sentences.joined(separator: " ")
  }

  private static func count(_ count: Int) -> String { count == 1 ? "1 text is" : "\(count) texts are" }
}
