internal import CivilTime
internal import FoundationEssentials

/// What whoever put a database back is told: what ended with that, and what can't be known to be current.
struct PutBackReport: Equatable {
  /// When the copy was made; nil where that is not known.
  var copiedAt: Date?
  var facts: UncertainFacts

  /// So many names are told.
  private static let namedCount = 10

  /// Lines without a line feed at the end.
  var text: String {
    let heading = "Whatever was changed since is as it was then. Nothing here knows of it; look after it yourself:"
    return ([beginning, heading] + items.map { "  - \($0)" }).joined(separator: "\n")
  }

  private var beginning: String {
    let what =
      copiedAt.map { "This is a backup of \(MomentText.whole($0)), put back." } ?? "The numbering is a new one."
    return "\(what) All sessions and invitations have ended; every device logs in and fetches its inbox again."
  }

  private var items: [String] {
    var items = [
      "\(Self.count(facts.accountCount, "account")): passwords are those of then, and accounts that were removed are there again"
        + " (vault-server account password, account remove)"
    ]
    if !facts.administrators.isEmpty {
      items.append(
        "\(Self.count(facts.administrators.count, "administrator")): \(Self.names(facts.administrators))"
          + " (vault-server account admin)")
    }
    if !facts.senderTokens.isEmpty {
      items.append(
        "\(Self.count(facts.senderTokens.count, "token")) of programs, those that were revoked among them:"
          + " \(Self.names(facts.senderTokens)) (vault-server token revoke)")
    }
    items.append(
      "\(Self.count(facts.blockCount, "block")) and \(Self.count(facts.followCount, "follow")) of users: whom somebody has"
        + " blocked or stopped following since may reach them again until they do so once more")
    items.append("redacted texts: a device that knows of them has them erased again as soon as it connects")
    return items
  }

  private static func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }

  private static func names(_ names: [String]) -> String {
    let rest = names.count - namedCount
    return names.prefix(namedCount).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension ServerStorage {
  /// Has a copy that was put back begin another numbering, once.
  ///
  /// - Parameter report: told what can't be known, before: a process that ends in between tells it again.
  func beginEpochOfCopy(_ report: (PutBackReport) -> Void) async throws {
    guard let date = try await copyDate() else { return }
    report(PutBackReport(copiedAt: date, facts: try await uncertainFacts()))
    _ = try await beginEpoch()
  }
}
