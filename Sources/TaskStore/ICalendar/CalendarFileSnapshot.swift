internal import FoundationEssentials
internal import ICalendar
internal import StrictJSON
internal import VaultModel

/// What a file held of a task before a change that making it backwards would not bring back whole: other programs' properties
/// and alarms, the `UID` of a to-do that is removed, a state between open and done.
struct CalendarFileSnapshot: Codable, Equatable {
  /// Its name in the directory.
  var name: String
  /// Its bytes as they were; of a file with other things in it only what belongs to the task.
  var content: Data
  /// What the change left of each to-do, by `UID`: the CRC-64 of its steady lines.
  var left: [String: UInt64]

  /// Whether nobody else has changed a to-do since.
  func isUntouched(_ uid: String, in file: CalendarFile) -> Bool { left[uid] == Self.checksum(of: uid, in: file) }

  static func checksum(of uid: String, in file: CalendarFile) -> UInt64 {
    CalendarContents.checksum(Array(file.steadyLines(of: uid).joined(separator: "\n").utf8))
  }
}

extension [CalendarFileSnapshot] {
  /// What a change has with it.
  init(of changes: [TaskChange]) throws(TaskStoreError) {
    self = []
    for data in changes.compactMap(\.calendarSnapshots) {
      do { self += try StoredJSON.decode([CalendarFileSnapshot].self, from: [UInt8](data)) } catch {
        throw TaskStoreError(.damaged, "a calendar snapshot can't be decoded")
      }
    }
  }

  /// As a change takes it along; nil for nothing.
  func encoded() throws(TaskStoreError) -> Data? {
    guard !isEmpty else { return nil }
    do { return Data(try StoredJSON.encode(self)) } catch {
      throw TaskStoreError(.invalid, "a calendar snapshot can't be encoded")
    }
  }
}

extension CalendarPlan {
  /// The changes, each with what is needed to take it back without loss.
  func addingSnapshots(to changes: [TaskChange]) throws(TaskStoreError) -> [TaskChange] {
    var result: [TaskChange] = []
    for var change in changes {
      change.calendarSnapshots = try change.id.map(calendarSnapshots)?.encoded()
      result.append(change)
    }
    return result
  }

  /// What the files that change hold of a task now, and would not hold again.
  private func calendarSnapshots(of task: UUID) -> [CalendarFileSnapshot] {
    var uids: [String: Set<String>] = [:]
    for id in contents.members[task].map({ [task] + $0 }) ?? [] {
      guard let name = contents.items.place(of: id), let item = contents.items[id] else { continue }
      guard let former = contents.files[name]?.file, let file = changed(name) else { continue }
      if !file.leadsBack(to: item, in: former) { uids[name, default: []].insert(item.uid) }
    }
    return uids.sorted { $0.key < $1.key }.compactMap { name, uids in calendarSnapshot(name, uids) }
  }

  /// What becomes of a file, under whatever name.
  private func changed(_ name: String) -> CalendarFile? { files[renamed[name] ?? name] }

  private func calendarSnapshot(_ name: String, _ uids: Set<String>) -> CalendarFileSnapshot? {
    guard let loaded = contents.files[name], let file = changed(name) else { return nil }
    let part = loaded.file.keeping(only: uids)
    var bytes = part.bytes
    if part == loaded.file, case .file(let exact, _) = directory.read(name),
      CalendarContents.checksum(exact) == loaded.checksum
    {
      bytes = exact
    }
    let left = uids.map { ($0, CalendarFileSnapshot.checksum(of: $0, in: file)) }
    return CalendarFileSnapshot(
      name: name, content: Data(bytes), left: Dictionary(left) { first, _ in first })
  }
}

extension CalendarPlan {
  /// Puts what files held before in its place again. What others have changed since is only added to, unless it is to be
  /// sealed again: then nothing of it stays.
  mutating func restore(_ former: CalendarFileSnapshot) throws(TaskStoreError) {
    let bytes = Array(former.content)
    let file: CalendarFile
    let items: [TodoItem]
    do throws(CalendarError) {
      file = try CalendarFile(bytes)
      items = try file.todos()
    } catch { throw TaskStoreError(.damaged, "a calendar snapshot can't be read") }
    for item in items {
      let place = contents.items.place(of: item.id)
      let name = place ?? placeForRestored(former.name, item.uid)
      originals[name] = (file, bytes)
      var present = files[name] ?? contents.files[name]?.file ?? file.keeping(only: [item.uid])
      let isSealedAgain = item.isPrivate && contents.items[item.id]?.isPrivate != true
      if place == nil || isSealedAgain || former.isUntouched(item.uid, in: present) {
        present.restore(item.uid, from: file)
      } else {
        present.addMissing(item.uid, from: file)
      }
      // Of the calendar itself only that is taken away where a text is sealed.
      if contents.items[item.id]?.isPrivate == true, !item.isPrivate { present.addMissingProperties(of: file) }
      files[name] = present
      places[item.id] = name
      do throws(CalendarError) { restored[item.id] = try present.todos().first { $0.uid == item.uid } } catch {
        throw TaskStoreError(.damaged, "a calendar snapshot does not fit the present file")
      }
    }
  }

  /// The file's former name, unless it is broken now, or something else than a file.
  private func placeForRestored(_ name: String, _ uid: String) -> String {
    let isThere = files[name] != nil || contents.files[name] != nil
    return isThere || contents.signature(name) == nil && directory.signature(name) == nil ? name : freeName(uid)
  }
}
