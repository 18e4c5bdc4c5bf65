internal import AgentAPI
internal import Backup
internal import CredentialStore
internal import Localization
internal import OwnerVerification
internal import Sealing
internal import VaultModel

/// Whose texts come back.
protocol TextRestoringOwner: Sendable {
  /// The header in force, once this device's keys are there.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/refused`` when no PIN was ever set, with ``Failure/Code/badData`` where the files
  ///   of the key slots are gone or others, with ``Failure/Code/unavailable`` without the device's keys.
  func usableHeader() async throws(Failure) -> OwnerHeader
}

extension OwnerService: TextRestoringOwner {
  func usableHeader() async throws(Failure) -> OwnerHeader { try await lockbox().header }
}

/// The request to give tasks their lost texts back.
struct RestoreTextsController: Sendable {
  let lostTexts: LostTextFinder
  let records: SealedRecords
  let owner: any TextRestoringOwner
  let access: any OwnerAccessing

  /// Gives the tasks of this vault back those of their sealed texts that were lost, out of a backup of the same owner. Nothing
  /// else is taken: tasks stay as they are, and so does a text that is there.
  ///
  /// - Returns: what came back, as sentences.
  func restoreTexts(from path: String, _ conversation: any Conversation) async throws(Failure) -> String {
    let backup = try await UnverifiedBackup.read(path)
    try await refuseOthers(backup, path)
    let verified = try await access.log("restore texts", nil, conversation) { () throws(Failure) in
      try await access.verifyAfresh(conversation)
    }
    let contents = try backup.contents(of: path, for: verified)
    let kept = Dictionary(contents.records.map { ($0.name, $0.sealed) }) { first, _ in first }
    var report = RestoredTexts()
    try await records.restore { () throws(Failure) in
      var found: [NewRecord] = []
      for lost in try await lostTexts.lost() {
        // The task says by its digest which text is its own; another version is none.
        guard let sealed = kept[lost.item.name.rawValue], SHA256.digest(of: sealed) == lost.item.seal.digest else {
          report.missing += 1
          continue
        }
        found.append(NewRecord(name: lost.item.name, bytes: sealed))
        report.back.append(lost.task.label ?? TodoTask.standardLabel)
      }
      return found
    }
    return report.message + backup.warning
  }

  private func refuseOthers(_ backup: UnverifiedBackup, _ path: String) async throws(Failure) {
    let own = try await owner.usableHeader()
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
