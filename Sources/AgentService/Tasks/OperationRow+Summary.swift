internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

extension OperationRow {
  /// What history shows of operations: of each so many names at most, and all together as many as fit one message.
  static func rows(_ operations: [OperationSummary], _ nameCount: Int) -> [OperationRow] {
    var room = MessageRoom()
    return operations.map { operation in
      let names = names(of: operation, nameCount).prefix { room.fits(($0?.utf8.count ?? 4) + 3) }
      return OperationRow(operation, names: Array(names))
    }
  }

  private init(_ operation: OperationSummary, names: [String?]) {
    let changes = operation.first.map { $0 + operation.sealing }
    self.init(
      id: operation.id, date: operation.date, action: operation.action, tasks: names,
      taskCount: names.count == operation.taskCount ? nil : operation.taskCount,
      needsVerification: changes?.contains(where: \.concernsSealedTexts) ?? true, isSkipped: operation.isSkipped)
  }

  private static func names(of operation: OperationSummary, _ count: Int) -> [String?] {
    guard let changes = operation.first else { return Array(repeating: nil, count: min(operation.taskCount, count)) }
    return changes.map { change in (change.after ?? change.before).map(title) }
  }

  private static func title(_ task: TodoTask) -> String {
    "\(task.id.hexDigits.prefix(ShortIDs.minimumDigitCount)) \(task.name ?? task.label ?? "")"
  }
}
