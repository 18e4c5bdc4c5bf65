public import FoundationEssentials
public import VaultModel

/// From a task to to-dos.
extension TaskFamily {
  /// The to-dos that say what a task does.
  ///
  /// - Parameter known: all that there are, by id. What the vault doesn't know of them is kept.
  public init(of task: TodoTask, known: [UUID: TodoItem]) {
    let root = Self.root(of: task, known)
    var uids = Set(task.subtasks.compactMap { known[$0.id]?.uid })
    uids.insert(root.uid)
    var members: [TodoItem] = []
    for subtask in task.subtasks {
      var item = Self.item(of: subtask, in: task, known)
      let keepsParent = item.parent.map { uids.contains($0) && $0 != item.uid } ?? false
      if !keepsParent { item.parent = root.uid }
      if known[subtask.id] == nil { item.order = (members.last?.order ?? 0) + 1 }
      members.append(item)
    }
    let ordered = Self.inOrder(members, below: root)
    self.init(root: Self.stamped(root, ordered, task, known), below: ordered.map { Self.stamped($0, task, known) })
  }

  /// Numbers siblings anew where their order doesn't lead to the wanted one, and where that doesn't either, for their tree
  /// is in the way, puts all below the root.
  private static func inOrder(_ members: [TodoItem], below root: TodoItem) -> [TodoItem] {
    func leads(_ items: [TodoItem]) -> Bool {
      TaskFamily(root: root, below: items).members.map(\.uid) == members.map(\.uid)
    }
    if leads(members) { return members }
    var numbered = members
    for index in numbered.indices { numbered[index].order = Double(index + 1) }
    if leads(numbered) { return numbered }
    for index in numbered.indices { numbered[index].parent = root.uid }
    return numbered
  }

  private static func root(of task: TodoTask, _ known: [UUID: TodoItem]) -> TodoItem {
    let order = task.createdAt.timeIntervalSinceReferenceDate
    var item = known[task.id] ?? TodoItem(id: task.id, order: order, createdAt: task.createdAt)
    if let parent = item.parent, known.values.contains(where: { $0.uid == parent }) { item.parent = nil }
    item.isPrivate = task.isProtected
    item.summary = task.isProtected ? task.label ?? TodoItem.unnamed : task.name ?? ""
    for field in TaskField.all {
      let isWritten = !(task.isProtected && field.isSealed) && task[field]?.isEmpty == false
      item[field] = isWritten ? task[field] : nil
    }
    item.dueDate = task.dueDate
    item.isAllDay = task.isAllDay && task.dueDate != nil
    item.isDone = task.isDone
    item.completedAt = task.isDone ? task.completedAt : nil
    item.notify = task.notify
    item.priority = task.priority
    item.tags = task.tags
    item.recurrence = task.recurrence
    item.seal = task.seal
    item.alwaysVerify = task.alwaysVerify
    item.destruction = task.destruction
    if item.createdAt != task.createdAt {
      if item.order == item.createdAt.timeIntervalSinceReferenceDate { item.order = order }
      item.createdAt = task.createdAt
    }
    return item
  }

  private static func item(of subtask: TodoSubtask, in task: TodoTask, _ known: [UUID: TodoItem]) -> TodoItem {
    let former = known[subtask.id]
    var item = former ?? TodoItem(id: subtask.id, order: 0, createdAt: task.modifiedAt)
    item.isPrivate = task.isProtected
    item.summary = task.isProtected ? TodoItem.unnamedSubtask : subtask.name ?? ""
    if task.isProtected { for field in TaskField.sealed { item[field] = nil } }
    item.dueDate = subtask.dueDate
    item.isAllDay = subtask.isAllDay && subtask.dueDate != nil
    if !subtask.isDone { item.completedAt = nil } else if !item.isDone { item.completedAt = task.modifiedAt }
    item.isDone = subtask.isDone
    item.notify = subtask.notify
    item.seal = subtask.seal
    if subtask.dueDate == nil { item.recurrence = nil }
    return item
  }

  /// What is changed was changed when the task says; nothing was later.
  private static func stamped(_ item: TodoItem, _ task: TodoTask, _ known: [UUID: TodoItem]) -> TodoItem {
    var item = item
    item.modifiedAt = item == known[item.id] ? min(item.modifiedAt, task.modifiedAt) : task.modifiedAt
    return item
  }

  private static func stamped(
    _ root: TodoItem, _ members: [TodoItem], _ task: TodoTask, _ known: [UUID: TodoItem]
  ) -> TodoItem {
    var root = stamped(root, task, known)
    let latest = members.map { stamped($0, task, known).modifiedAt }.reduce(root.modifiedAt, max)
    if latest != task.modifiedAt { root.modifiedAt = task.modifiedAt }
    return root
  }
}
