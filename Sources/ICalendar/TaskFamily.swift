internal import FoundationEssentials
public import VaultModel

/// A to-do with those below it: a task and its subtasks. The vault has one level of these; deeper ones are shown in the
/// order of their tree, and keep their relations in the files.
public struct TaskFamily: Equatable, Sendable {
  /// The task's to-do.
  public let root: TodoItem
  /// Those of its subtasks, in their order.
  public let members: [TodoItem]

  /// Takes a task's to-do and those below it, in any order.
  init(root: TodoItem, below: [TodoItem]) {
    self.root = root
    let children = Dictionary(grouping: below) { $0.parent ?? "" }.mapValues { $0.sorted(by: TodoItem.isListedBefore) }
    var ordered: [TodoItem] = []
    var seen = Set([root.uid])
    // Not by recursion: another program's file may be as deep as it likes.
    var next = Array((children[root.uid] ?? []).reversed())
    while let child = next.popLast() {
      guard seen.insert(child.uid).inserted else { continue }
      ordered.append(child)
      next += (children[child.uid] ?? []).reversed()
    }
    // What goes round in a circle has no way down from the root.
    for item in below.sorted(by: TodoItem.isListedBefore) where seen.insert(item.uid).inserted { ordered.append(item) }
    members = ordered
  }

  /// The most to-dos below a task; those beyond are tasks themselves, lest one family be too long to be told.
  static let maximumMemberCount = 1000

  /// Sorts to-dos into families. One whose parent is missing is a task itself.
  public static func families(of items: [TodoItem]) -> [TaskFamily] {
    let byUID = Dictionary(items.map { ($0.uid, $0) }) { first, _ in first }
    var roots: [String: String] = [:]
    var below: [String: [TodoItem]] = [:]
    for item in items {
      let root = Self.root(of: item, byUID, &roots)
      guard root != item.uid else { continue }
      if below[root, default: []].count < maximumMemberCount {
        below[root, default: []].append(item)
      } else {
        roots[item.uid] = item.uid
      }
    }
    return items.filter { roots[$0.uid] == $0.uid }.map { TaskFamily(root: $0, below: below[$0.uid] ?? []) }
  }

  /// Goes up to the first that has no parent; of a circle it is the one with the smallest `UID`.
  private static func root(
    of item: TodoItem, _ byUID: [String: TodoItem], _ known: inout [String: String]
  ) -> String {
    var path: [String] = []
    var seen: Set<String> = []
    var current = item
    var result: String?
    while result == nil {
      if let root = known[current.uid] {
        result = root
      } else if !seen.insert(current.uid).inserted {
        result = path[(path.firstIndex(of: current.uid) ?? 0)...].min()
      } else {
        path.append(current.uid)
        if let parent = current.parent.flatMap({ byUID[$0] }), parent.canContain(current) {
          current = parent
        } else {
          result = current.uid
        }
      }
    }
    let root = result ?? item.uid
    for uid in path { known[uid] = root }
    return root
  }
}

extension TodoItem {
  /// Whether another to-do below it belongs to its family. One in the open that another program put below a sealed one does
  /// not: neither may change with the other.
  fileprivate func canContain(_ child: TodoItem) -> Bool { !isPrivate || child.isPrivate }

  static func isListedBefore(_ left: TodoItem, _ right: TodoItem) -> Bool {
    left.order == right.order ? left.uid < right.uid : left.order < right.order
  }
}

/// From to-dos to a task.
extension TaskFamily {
  /// The task.
  public var task: TodoTask {
    var task = TodoTask(id: root.id, name: root.summary, dueDate: root.dueDate, createdAt: root.createdAt)
    task.seal = root.seal
    if task.isProtected {
      task.name = nil
      task.label = root.summary
    }
    for field in TaskField.all where !(task.isProtected && field.isSealed) { task[field] = root[field] }
    task.isDone = root.isDone
    task.completedAt = root.completedAt
    task.isAllDay = root.isAllDay
    task.notify = root.notify
    task.priority = root.priority
    task.tags = root.tags
    task.recurrence = root.recurrence
    task.alwaysVerify = root.alwaysVerify
    task.destruction = root.destruction
    task.modifiedAt = members.map(\.modifiedAt).reduce(root.modifiedAt, max)
    task.subtasks = members.map { Self.subtask($0, isProtected: task.isProtected) }
    return task
  }

  private static func subtask(_ item: TodoItem, isProtected: Bool) -> TodoSubtask {
    var subtask = TodoSubtask(
      id: item.id, name: isProtected ? nil : item.summary, dueDate: item.dueDate, isAllDay: item.isAllDay,
      notify: item.notify)
    subtask.isDone = item.isDone
    subtask.seal = item.seal
    return subtask
  }
}
