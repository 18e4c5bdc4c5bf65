internal import FoundationEssentials
internal import ICalendar

/// To-dos by id, where they are, and which is below which: of two of the same id, only one.
struct CalendarItems {
  private var items: [UUID: TodoItem] = [:]
  private var places: [UUID: String] = [:]
  private var idsByUID: [String: UUID] = [:]
  /// By the `UID` of the parent, whether that is there or not.
  private var children: [String: Set<UUID>] = [:]

  var ids: Set<UUID> { Set(items.keys) }

  /// All, by id.
  var byID: [UUID: TodoItem] { items }

  subscript(id: UUID) -> TodoItem? { items[id] }

  /// The name of the file that a to-do is in.
  func place(of id: UUID) -> String? { places[id] }

  mutating func add(_ item: TodoItem, from name: String) {
    items[item.id] = item
    places[item.id] = name
    idsByUID[item.uid] = item.id
    if let parent = item.parent { children[parent, default: []].insert(item.id) }
  }

  mutating func remove(_ item: TodoItem) {
    items[item.id] = nil
    places[item.id] = nil
    idsByUID[item.uid] = nil
    guard let parent = item.parent else { return }
    children[parent]?.remove(item.id)
    if children[parent]?.isEmpty ?? false { children[parent] = nil }
  }

  /// All that hang together with one of these, up or down; a `UID` that is gone leads to those that name it.
  func connected(to uids: Set<String>) -> Set<UUID> {
    var found: Set<UUID> = []
    var seen = uids
    var open = Array(uids)
    while let uid = open.popLast() {
      let item = idsByUID[uid].flatMap { items[$0] }
      if let item { found.insert(item.id) }
      let below = (children[uid] ?? []).compactMap { items[$0]?.uid }
      for next in below + [item?.parent].compactMap({ $0 }) where seen.insert(next).inserted { open.append(next) }
    }
    return found
  }
}
