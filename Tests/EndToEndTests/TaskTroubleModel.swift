import AgentAPI
import Foundation
import VaultModel

/// What a vault has to hold, going by what its agent acknowledged. Rows have their notes and no short ids.
struct ExpectedVault {
  /// One task before and after an operation. Where only the agent can know something, `after` has what is unknown.
  struct Change {
    var before: TaskRow?
    var after: TaskRow?
    var id: UUID? { after?.id ?? before?.id }
  }

  /// What one undo takes back.
  struct Operation {
    var action: String
    var changes: [Change]
    var isSealed = false
  }

  private(set) var tasks: [UUID: TaskRow] = [:]
  /// The ids in the order in which the tasks were met.
  private(set) var ids: [UUID] = []
  /// Oldest first.
  private(set) var operations: [Operation] = []
  /// The texts of protected tasks, as far as a reveal begins with them.
  private(set) var texts: [UUID: String] = [:]

  mutating func make(_ operation: Operation) {
    operations.append(operation)
    for change in operation.changes { set(change.id, to: change.after) }
    guard operation.action == "protect" else { return }
    let sealed = Set(operation.changes.map(\.id))
    for index in operations.indices where operations[index].changes.contains(where: { sealed.contains($0.id) }) {
      operations[index].isSealed = true
    }
    for case let before? in operation.changes.map(\.before) {
      texts[before.id] = [before.name, before.notes].compactMap { $0 }.joined(separator: "\n")
    }
  }

  mutating func undo() {
    guard let operation = operations.popLast() else { return }
    for change in operation.changes { set(change.id, to: change.before) }
  }

  private mutating func set(_ id: UUID?, to row: TaskRow?) {
    guard let id, id != TaskRow.unknownID else { return }
    if row != nil, tasks[id] == nil { ids.append(id) }
    if row == nil { ids.removeAll { $0 == id } }
    tasks[id] = row
  }
}

// MARK: What the agent says

extension ExpectedVault {
  /// Takes what really is there for what could not be known, and says where it is not as it has to be.
  mutating func compare(with actual: [UUID: TaskRow]) -> [String] {
    var problems: [String] = []
    for (place, change) in strangers {
      guard let after = change.after else { continue }
      if let found = actual.values.first(where: { tasks[$0.id] == nil && $0.agrees(with: after) }) {
        operations[place.operation].changes[place.change].after = found.with(notes: after.notes)
        set(found.id, to: found.with(notes: after.notes))
      } else {
        problems.append("missing: \(after)")
      }
    }
    for (id, expected) in tasks {
      guard let found = actual[id], found.agrees(with: expected) else {
        problems.append("expected \(expected), found \(actual[id].map { "\($0)" } ?? "nothing")")
        continue
      }
      tasks[id] = found.with(notes: expected.notes)
    }
    return problems + actual.values.filter { tasks[$0.id] == nil }.map { "nobody made \($0)" }
  }

  /// Tasks that came into being without a word about their ids.
  private var strangers: [(place: (operation: Int, change: Int), change: Change)] {
    operations.indices.flatMap { operation in
      operations[operation].changes.enumerated().filter { $0.element.after?.id == TaskRow.unknownID }
        .map { ((operation, $0.offset), $0.element) }
    }
  }

  /// What history has to show, newest first: actions, and names with the beginnings of ids.
  var history: [OperationTitle] {
    operations.reversed().map { operation in
      OperationTitle(
        action: operation.action,
        tasks: operation.changes.map { change in
          guard !operation.isSealed, let row = change.after ?? change.before else { return nil }
          let digits = row.id.uuidString.lowercased().prefix(ShortIDs.minimumDigitCount)
          return "\(digits) \(row.name ?? row.label ?? "")"
        })
    }
  }
}

/// What an operation is called in the history.
struct OperationTitle: Equatable {
  var action: String
  var tasks: [String?]
}

extension ExpectedVault.Operation {
  /// Learns ids and dates from what the agent answered.
  ///
  /// - Returns: the rows that are not as they have to be.
  mutating func learn(from rows: [TaskRow]) -> [String] {
    var problems: [String] = []
    for row in rows {
      let known = changes.firstIndex { $0.id == row.id }
      guard let index = known ?? changes.firstIndex(where: { $0.id == TaskRow.unknownID }),
        let expected = changes[index].after ?? changes[index].before, row.agrees(with: expected)
      else {
        problems.append("\(action) answered \(row), not one of \(changes)")
        continue
      }
      if changes[index].after != nil { changes[index].after = row.with(notes: expected.notes) }
    }
    return problems
  }
}

extension TaskRow {
  /// An id that the agent will choose.
  static let unknownID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  /// A moment that the agent's clock will tell.
  static let unknownDate = Date.distantPast

  func with(notes: String?) -> TaskRow {
    var row = self
    (row.shortID, row.notes, row.operation) = ("", notes, nil)
    return row
  }

  /// Whether it is as expected in everything that could be known. Notes are compared only where they are shown.
  func agrees(with expected: TaskRow, includingNotes: Bool = false) -> Bool {
    var known = with(notes: includingNotes ? notes : expected.notes)
    known.shortID = expected.shortID
    // Which texts a reveal has confirmed meanwhile is `ConfirmingTests`' matter.
    if isProtected { known.unconfirmed = expected.unconfirmed }
    if expected.id == Self.unknownID { known.id = expected.id }
    if expected.createdAt == Self.unknownDate { known.createdAt = expected.createdAt }
    if expected.modifiedAt == Self.unknownDate { known.modifiedAt = expected.modifiedAt }
    if expected.completedAt == Self.unknownDate, completedAt != nil { known.completedAt = expected.completedAt }
    for index in subtasks.indices where index < expected.subtasks.count {
      if expected.subtasks[index].id == Self.unknownID { known.subtasks[index].id = Self.unknownID }
    }
    return known == expected
  }
}
