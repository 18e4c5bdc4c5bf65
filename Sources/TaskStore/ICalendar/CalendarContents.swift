internal import FoundationEssentials
internal import ICalendar
internal import VaultModel

/// The files of a directory as they were last read, and the tasks in them.
struct CalendarContents {
  struct LoadedFile {
    var signature: FileSignature
    var checksum: UInt64
    var file: CalendarFile
    var items: [TodoItem]
  }

  private(set) var files: [String: LoadedFile] = [:]
  /// Why files can't be used.
  private(set) var broken: [String: String] = [:]
  /// Which state of a broken file that was.
  private var brokenSignatures: [String: FileSignature] = [:]
  /// The tasks in the files.
  private(set) var tasks = TaskCollection()
  /// All to-dos, and how they hang together.
  private(set) var items = CalendarItems()
  /// The ids of a task's subtasks, deeper ones included.
  private(set) var members: [UUID: [UUID]] = [:]
  /// The tasks that the to-dos belong to.
  private(set) var owners: [UUID: UUID] = [:]
  /// The files with a to-do that does not count, since it is there before.
  private var repeated: [String: String] = [:]
  /// What ``rebuild()`` has to look at: the files loaded since, with what was in them before.
  private var loaded: [String: [TodoItem]] = [:]

  /// What can't be used, by name and reason.
  var problems: [String] {
    broken.merging(repeated) { first, _ in first }.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
  }

  /// Which state of a file was read last; nil when there was none.
  func signature(_ name: String) -> FileSignature? { files[name]?.signature ?? brokenSignatures[name] }

  /// Takes what was found under a name. The tasks are as before until ``rebuild()``.
  mutating func load(_ name: String, _ found: CalendarDirectory.Found) {
    if loaded[name] == nil { loaded[name] = files[name]?.items ?? [] }
    files[name] = nil
    broken[name] = nil
    brokenSignatures[name] = nil
    switch found {
    case .absent: return
    case .broken(let reason): broken[name] = reason
    case .file(let bytes, let signature):
      do throws(CalendarError) {
        let file = try CalendarFile(bytes)
        files[name] = LoadedFile(
          signature: signature, checksum: Self.checksum(bytes), file: file, items: try file.todos())
      } catch {
        broken[name] = error.description
        brokenSignatures[name] = signature
      }
    }
  }

  /// The name of another file than its own that has a to-do of the id.
  func otherPlace(of id: UUID) -> String? { items.otherPlace(of: id) }

  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var checksum = CRC64()
    checksum.add(bytes)
    return checksum.value
  }
}

// MARK: From files to tasks

extension CalendarContents {
  /// Works the tasks out of the files that were loaded since the last time: only families with a to-do in one of them.
  ///
  /// - Returns: whether a task is unlike before.
  @discardableResult
  mutating func rebuild() -> Bool {
    let former = loaded
    loaded = [:]
    var touched = CalendarItems.Touched()
    var leaving: [UUID: Set<String>] = [:]
    for (name, list) in former {
      for item in list { leaving[item.id, default: []].insert(name) }
    }
    for (id, names) in leaving { items.remove(id, from: names, &touched) }
    for name in former.keys.sorted() {
      for item in files[name]?.items ?? [] { items.add(item, from: name, &touched) }
    }
    for name in touched.files.union(former.keys) { repeated[name] = repetition(in: name) }
    let affected = items.connected(to: touched.uids)
    return replaceFamilies(of: touched.ids.union(affected), with: ordered(affected))
  }

  /// What is to be told of a file with to-dos that don't count.
  private func repetition(in name: String) -> String? {
    var seen: Set<UUID> = []
    var text: String?
    for item in files[name]?.items ?? [] where items.isDoubled(item.id) {
      guard let place = items.place(of: item.id) else { continue }
      if place != name {
        text = "It has a to-do that \(place) has, too."
      } else if !seen.insert(item.id).inserted {
        text = "It has a to-do twice."
      }
    }
    return text
  }

  /// The to-dos in the order of their files, and in each as they stand there.
  private func ordered(_ ids: Set<UUID>) -> [TodoItem] {
    Set(ids.compactMap(items.place)).sorted().flatMap { name in
      var seen: Set<UUID> = []
      return (files[name]?.items ?? []).filter { item in
        ids.contains(item.id) && items.place(of: item.id) == name
          && (!items.isDoubled(item.id) || seen.insert(item.id).inserted)
      }
    }
  }

  private mutating func replaceFamilies(of ids: Set<UUID>, with list: [TodoItem]) -> Bool {
    let families = TaskFamily.families(of: list)
    let fresh = Dictionary(families.map { ($0.root.id, $0.task) }) { first, _ in first }
    for id in ids { (members[id], owners[id]) = (nil, nil) }
    for family in families {
      members[family.root.id] = family.members.map(\.id)
      for item in [family.root] + family.members { owners[item.id] = family.root.id }
    }
    let changed = ids.filter { tasks[$0] != fresh[$0] }
    if tasks.count == 0 { tasks = TaskCollection(fresh) } else { for id in changed { tasks[id] = fresh[id] } }
    return !changed.isEmpty
  }
}
