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
  private var repeated: [String: String] = [:]
  /// What ``rebuild()`` has to look at: the files loaded since, and what was in them before.
  private var loaded: Set<String> = []
  private var replaced: [TodoItem] = []

  /// What can't be used, by name and reason.
  var problems: [String] {
    broken.merging(repeated) { first, _ in first }.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
  }

  /// Which state of a file was read last; nil when there was none.
  func signature(_ name: String) -> FileSignature? { files[name]?.signature ?? brokenSignatures[name] }

  /// Takes what was found under a name. The tasks are as before until ``rebuild()``.
  mutating func load(_ name: String, _ found: CalendarDirectory.Found) {
    loaded.insert(name)
    replaced += (files[name]?.items ?? []).filter { items.place(of: $0.id) == name }
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
  func otherPlace(of id: UUID) -> String? {
    guard !repeated.isEmpty else { return nil }
    let place = items.place(of: id)
    return files.keys.sorted().first { $0 != place && files[$0]?.items.contains { $0.id == id } == true }
  }

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
    let fresh = loaded.sorted().flatMap { name in (files[name]?.items ?? []).map { (name, $0) } }
    let former = replaced
    (loaded, replaced) = ([], [])
    // Which of two to-dos of the same id counts depends on all files.
    guard repeated.isEmpty, !hasRepeats(fresh.map(\.1), in: former) else { return rebuildAll() }
    var uids = Set(former.flatMap { [$0.uid, $0.parent ?? $0.uid] })
    for item in former { items.remove(item) }
    for (name, item) in fresh {
      items.add(item, from: name)
      uids.insert(item.uid)
    }
    let affected = items.connected(to: uids)
    return replaceFamilies(of: Set(former.map(\.id)).union(affected), with: ordered(affected))
  }

  private func hasRepeats(_ fresh: [TodoItem], in former: [TodoItem]) -> Bool {
    let gone = Set(former.map(\.id))
    let ids = Set(fresh.map(\.id))
    return ids.count < fresh.count || ids.contains { items.place(of: $0) != nil && !gone.contains($0) }
  }

  /// The to-dos in the order of their files, and in each as they stand there.
  private func ordered(_ ids: Set<UUID>) -> [TodoItem] {
    Set(ids.compactMap(items.place)).sorted().flatMap { name in
      (files[name]?.items ?? []).filter { ids.contains($0.id) }
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

  private mutating func rebuildAll() -> Bool {
    items = CalendarItems()
    repeated = [:]
    members = [:]
    owners = [:]
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      for item in file.items {
        if let other = items.place(of: item.id) {
          repeated[name] = other == name ? "It has a to-do twice." : "It has a to-do that \(other) has, too."
          continue
        }
        items.add(item, from: name)
      }
    }
    let before = tasks.tasks
    tasks = TaskCollection()
    _ = replaceFamilies(of: items.ids, with: unique)
    return before != tasks.tasks
  }

  /// All to-dos that count.
  private var unique: [TodoItem] {
    var seen: Set<UUID> = []
    return files.sorted { $0.key < $1.key }.flatMap(\.value.items).filter { seen.insert($0.id).inserted }
  }
}
