internal import FoundationEssentials
internal import ICalendar
internal import VaultModel

/// Works out which files changes to tasks come to.
struct CalendarPlan {
  let contents: CalendarContents
  let directory: CalendarDirectory
  /// The files that change.
  var files: [String: CalendarFile] = [:]
  var written: [String: [TodoItem]] = [:]
  /// The new names of files that get one.
  var renamed: [String: String] = [:]
  /// To-dos that are as they were before, and the names of their files.
  var restored: [UUID: TodoItem] = [:]
  var places: [UUID: String] = [:]
  /// The files that these were in, with their exact bytes.
  var originals: [String: (file: CalendarFile, bytes: [UInt8])] = [:]

  /// What is to be done to the files.
  private(set) var edits: [FileEdit] = []

  /// - Parameter former: what files held before, and are to hold again.
  /// - Throws: `invalid` when a task can't be kept exactly.
  init(
    _ changes: [TaskChange], restoring former: [CalendarFileSnapshot] = [], _ contents: CalendarContents,
    _ directory: CalendarDirectory
  ) throws(TaskStoreError) {
    self.contents = contents
    self.directory = directory
    for file in former { try restore(file) }
    let known = restored.isEmpty ? contents.items.byID : contents.items.byID.merging(restored) { $1 }
    let families = changes.compactMap { $0.after.map { TaskFamily(of: $0, known: known) } }
    let kept = Set(families.flatMap { [$0.root.id] + $0.members.map(\.id) })
    for change in changes {
      guard let id = change.id else { continue }
      for former in [id] + (contents.members[id] ?? []) where !kept.contains(former) { remove(former) }
    }
    for family in families {
      for item in [family.root] + family.members { try write(item, of: family.root.id) }
      renameFiles(of: family)
    }
    try finish(changes.compactMap(\.id))
  }

  private mutating func remove(_ id: UUID) {
    guard let name = contents.items.place(of: id), let item = contents.items[id] else { return }
    guard var file = files[name] ?? contents.files[name]?.file else { return }
    file.removeTodo(uid: item.uid)
    files[name] = file
  }

  private mutating func write(_ item: TodoItem, of task: UUID) throws(TaskStoreError) {
    guard (restored[item.id] ?? contents.items[item.id]) != item else { return }
    if item.isPrivate, let other = contents.otherPlace(of: item.id) {
      throw TaskStoreError(.invalid, "\(other) has the same to-do once more; remove one of the two files", ids: [task])
    }
    do throws(CalendarError) {
      if let name = places[item.id] ?? contents.items.place(of: item.id),
        var file = files[name] ?? contents.files[name]?.file
      {
        try file.write(item)
        files[name] = file
        written[name, default: []].append(item)
      } else {
        let name = freeName(item.uid)
        files[name] = try CalendarFile(item)
        written[name] = [item]
      }
    } catch {
      throw TaskStoreError(.invalid, Self.reason(error, isStep: item.id != task), ids: [task])
    }
  }

  private static func reason(_ error: CalendarError, isStep: Bool = false) -> String {
    guard case .property(let property) = error else { return String(error.description.dropLast()) }
    let name =
      switch property {
      case "SUMMARY": "name"
      case "CATEGORIES": "tags"
      default: TaskField.all.first { $0.calendarProperty == property }?.name ?? property
      }
    return "a calendar can't hold \(isStep ? "a subtask's" : "its") \(name), for instance for control characters in it"
  }

  /// Reads what would be written: nothing is written that would not come back as it is.
  private mutating func finish(_ ids: [UUID]) throws(TaskStoreError) {
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      let bytes = originals[name].flatMap { $0.file == file ? $0.bytes : nil } ?? file.bytes
      do throws(CalendarError) {
        let items = try CalendarFile(bytes).todos()
        for item in written[name] ?? [] where !items.contains(item) { throw .property(item.firstDifference(in: items)) }
      } catch {
        throw TaskStoreError(.invalid, Self.reason(error), ids: ids)
      }
      let former = contents.files[name]?.checksum
      guard former != CalendarContents.checksum(bytes) else { continue }
      edits.append(FileEdit(name: name, former: former, content: file.isEmpty ? nil : Data(bytes)))
    }
    // What gets another name is nowhere missing: who looks in between takes a missing one for deleted.
    edits = edits.filter { $0.content != nil } + edits.filter { $0.content == nil }
  }
}

extension TodoItem {
  /// The property whose value would not come back.
  fileprivate func firstDifference(in items: [TodoItem]) -> String {
    guard let read = items.first(where: { $0.uid == uid }) else { return "UID" }
    let properties: [(Bool, String)] = [
      (read.summary == summary, "SUMMARY"), (read.dueDate == dueDate, "DUE"),
      (read.isDone == isDone, "STATUS"), (read.completedAt == completedAt, "COMPLETED"),
      (read.tags == tags, "CATEGORIES"), (read.recurrence == recurrence, "RRULE"), (read.notify == notify, "VALARM"),
      (read.createdAt == createdAt, "CREATED"), (read.modifiedAt == modifiedAt, "LAST-MODIFIED"),
      (read.parent == parent, "RELATED-TO"), (read.seal == seal, "X-VAULT-SEAL"),
    ]
    let texts = TaskField.all.map { (read[$0] == self[$0], $0.calendarProperty) }
    return (texts + properties).first { !$0.0 }?.1 ?? "X-APPLE-SORT-ORDER"
  }
}
