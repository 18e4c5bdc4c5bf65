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
  /// All to-dos by id.
  private(set) var known: [UUID: TodoItem] = [:]
  /// The names of the files that the to-dos are in.
  private(set) var places: [UUID: String] = [:]
  /// The ids of a task's subtasks, deeper ones included.
  private(set) var members: [UUID: [UUID]] = [:]
  private var repeated: [String: String] = [:]

  /// What can't be used, by name and reason.
  var problems: [String] {
    broken.merging(repeated) { first, _ in first }.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
  }

  /// Which state of a file was read last; nil when there was none.
  func signature(_ name: String) -> FileSignature? { files[name]?.signature ?? brokenSignatures[name] }

  /// Takes what was found under a name. The tasks are as before until ``rebuild()``.
  mutating func load(_ name: String, _ found: CalendarDirectory.Found) {
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

  /// Works the tasks out of the files.
  mutating func rebuild() {
    known = [:]
    places = [:]
    repeated = [:]
    members = [:]
    var items: [TodoItem] = []
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      for item in file.items {
        if let other = places[item.id] {
          repeated[name] = "It has a to-do that \(other) has, too."
          continue
        }
        known[item.id] = item
        places[item.id] = name
        items.append(item)
      }
    }
    tasks = TaskCollection()
    for family in TaskFamily.families(of: items) {
      tasks[family.root.id] = family.task
      members[family.root.id] = family.members.map(\.id)
    }
  }

  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var checksum = CRC64()
    checksum.add(bytes)
    return checksum.value
  }
}
