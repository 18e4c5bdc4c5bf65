internal import FoundationEssentials
internal import ICalendar
internal import VaultModel

/// What files are called. Other programs may call one as its to-do is called.
extension CalendarPlan {
  /// Gives the files of a task that is sealed now, and has been readable, names that say nothing of it: those of the `UID`s. One
  /// with other things in it keeps its name, by which other programs know that list.
  mutating func renameFiles(of family: TaskFamily) {
    guard family.root.isPrivate, contents.items[family.root.id]?.isPrivate == false else { return }
    let items = [family.root] + family.members
    for item in items {
      guard let name = places[item.id] ?? contents.items.place(of: item.id), renamed[name] == nil,
        let file = files[name], file.holdsOnly(Set(items.map(\.uid))),
        !items.contains(where: { Self.isNamed(name, by: $0.uid) })
      else { continue }
      let fresh = freeName(item.uid)
      renamed[name] = fresh
      files[fresh] = file
      files[name] = file.keeping(only: [])
      (written[fresh], written[name]) = (written[name], nil)
    }
  }

  /// A name of that `UID` that no file has.
  func freeName(_ uid: String) -> String {
    let stem = Self.stem(uid)
    var name = stem + ".ics"
    var number = 1
    while contents.signature(name) != nil || directory.signature(name) != nil || files[name] != nil {
      number += 1
      name = "\(stem)-\(number).ics"
    }
    return name
  }

  /// Whether it is one that ``freeName(_:)`` gives.
  private static func isNamed(_ name: String, by uid: String) -> Bool {
    let stem = stem(uid)
    guard name != stem + ".ics" else { return true }
    return name.hasPrefix(stem + "-") && Int(name.dropFirst(stem.count + 1).dropLast(".ics".count)) != nil
  }

  /// A `UID` as part of a name; one that can't be stands behind the id that is made of it. Anybody can write anything there.
  private static func stem(_ uid: String) -> String {
    let isUsable =
      uid.utf8.count <= maximumStemByteCount && !uid.hasPrefix(".")
      && uid.unicodeScalars.allSatisfy { $0 != "/" && $0.value >= 0x20 && $0.value != 0x7F }
    return isUsable ? uid : UUID(calendarUID: uid).text
  }

  private static let maximumStemByteCount = 200
}
