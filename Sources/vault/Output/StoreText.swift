internal import AgentAPI
internal import Localization
internal import Terminal

/// The store's state as `--json` prints it.
struct StoreView: Encodable {
  private let kind: String?
  private let reason: String
  private let location: String
  private let count: Int?
  private let damaged: [String]
  private let wasChecked: Bool

  init(_ store: StoreStatus) {
    kind = store.kind?.rawValue
    reason = store.reason
    location = store.location
    count = store.count
    damaged = store.damaged
    wasChecked = store.wasChecked
  }
}

/// Prints what the agent says of the store.
struct StoreText {
  let context: CommandContext

  /// Prints it; damaged records lead to exit status 65.
  func print(_ store: StoreStatus, asJSON: Bool) throws {
    if asJSON {
      try context.output.json(["store": StoreView(store)])
    } else {
      for line in lines(store) { try context.output.line(line) }
    }
    guard store.damaged.isEmpty else {
      throw Failure(
        .badData, "\(store.damaged.count) record(s) are damaged: \(store.damaged.joined(separator: ", ")).",
        hint: "The others stay readable. Restore a backup to bring these back.")
    }
  }

  private func lines(_ store: StoreStatus) -> [String] {
    var facts = [("Store", store.kind?.rawValue ?? "none yet"), ("Chosen", store.reason), ("Place", store.location)]
    facts.append(("Records", store.count.map(String.init) ?? "not known while locked"))
    if store.wasChecked { facts.append(("Check", store.damaged.isEmpty ? "every record is sound" : "damage found")) }
    return Table(facts.map { [Table.Cell($0.0, paint: context.output.style.bold), Table.Cell($0.1)] }).lines(width: nil)
  }
}
