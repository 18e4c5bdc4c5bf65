internal import FoundationEssentials
internal import ICalendar

/// To-dos by id, where they are, and which is below which.
///
/// A directory may hold several of the same id, in several files or in one. The first counts: the files are in the order of
/// their names, and what is in a file in the order it stands there.
struct CalendarItems {
  private var items: [UUID: TodoItem] = [:]
  private var places: [UUID: String] = [:]
  private var idsByUID: [String: UUID] = [:]
  /// By the `UID` of the parent, whether that is there or not.
  private var children: [String: Set<UUID>] = [:]
  /// All of an id, in their order, for those that there are several of.
  private var doubles: [UUID: [Occurrence]] = [:]

  private struct Occurrence {
    let name: String
    let item: TodoItem
  }

  /// All, by id.
  var byID: [UUID: TodoItem] { items }

  subscript(id: UUID) -> TodoItem? { items[id] }

  /// The name of the file that a to-do is in.
  func place(of id: UUID) -> String? { places[id] }

  /// Whether there are several of the id.
  func isDoubled(_ id: UUID) -> Bool { doubles[id] != nil }

  /// The name of another file than its own that has a to-do of the id.
  func otherPlace(of id: UUID) -> String? {
    let place = places[id]
    return doubles[id]?.lazy.map(\.name).first { $0 != place }
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

// MARK: Changes

extension CalendarItems {
  /// What changes have touched.
  struct Touched {
    /// The to-dos that count now and did not, or did and don't now.
    var ids: Set<UUID> = []
    /// Their `UID`s, and those of former parents.
    var uids: Set<String> = []
    /// The files that have a to-do of which another one counts than before.
    var files: Set<String> = []
  }

  /// Adds a to-do of a file, behind those that the file has already.
  mutating func add(_ item: TodoItem, from name: String, _ touched: inout Touched) {
    guard let known = items[item.id], let place = places[item.id] else { return put(item, from: name, &touched) }
    // Taken out while it grows, so that it is not copied.
    var all = doubles.removeValue(forKey: item.id) ?? [Occurrence(name: place, item: known)]
    let index = (all.lastIndex { $0.name <= name }).map { $0 + 1 } ?? 0
    all.insert(Occurrence(name: name, item: item), at: index)
    doubles[item.id] = all
    guard index == 0 else { return }
    withdraw(known, &touched)
    put(item, from: name, &touched)
    touched.files.formUnion(all.map(\.name))
  }

  /// Removes all to-dos of the id that these files have: at once, since there may be many of the same.
  mutating func remove(_ id: UUID, from names: Set<String>, _ touched: inout Touched) {
    let all = doubles[id] ?? []
    let rest = all.filter { !names.contains($0.name) }
    doubles[id] = rest.count > 1 ? rest : nil
    guard let place = places[id], names.contains(place), let known = items[id] else { return }
    withdraw(known, &touched)
    if let first = rest.first { put(first.item, from: first.name, &touched) }
    touched.files.formUnion(all.map(\.name))
  }

  /// Makes a to-do the one that counts.
  private mutating func put(_ item: TodoItem, from name: String, _ touched: inout Touched) {
    items[item.id] = item
    places[item.id] = name
    idsByUID[item.uid] = item.id
    if let parent = item.parent { children[parent, default: []].insert(item.id) }
    touched.ids.insert(item.id)
    touched.uids.insert(item.uid)
  }

  private mutating func withdraw(_ item: TodoItem, _ touched: inout Touched) {
    items[item.id] = nil
    places[item.id] = nil
    idsByUID[item.uid] = nil
    touched.ids.insert(item.id)
    touched.uids.insert(item.uid)
    guard let parent = item.parent else { return }
    touched.uids.insert(parent)
    children[parent]?.remove(item.id)
    if children[parent]?.isEmpty ?? false { children[parent] = nil }
  }
}
