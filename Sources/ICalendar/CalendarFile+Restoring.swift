/// What belongs to one `UID` in a file: its to-do, with changed occurrences and journal entries.
extension CalendarFile {
  /// The file with nothing in it but what has one of these `UID`s, and time zones.
  public func keeping(only uids: Set<String>) -> CalendarFile {
    var file = self
    for index in file.calendars.indices {
      file.calendars[index].removeComponents { component in
        component.name != "VTIMEZONE" && !(component.property("UID").map { uids.contains($0.text) } ?? false)
      }
    }
    return file
  }

  /// The lines of what belongs to a `UID`, in an order that is always the same, but for those that every change of the vault
  /// writes anew; empty when there is nothing.
  public func steadyLines(of uid: String) -> [String] {
    let parts = components(of: uid).map { component -> String in
      var steady = component
      steady.entries = component.entries.filter(\.isSteady).sorted { $0.text < $1.text }
      return steady.lines.joined(separator: "\n")
    }
    return parts.sorted()
  }

  /// Whether writing `item`, what the to-do was, over what is here makes it again as it is in `former`.
  public func leadsBack(to item: TodoItem, in former: CalendarFile) -> Bool {
    var file = self
    do throws(CalendarError) { try file.write(item) } catch { return false }
    return file.steadyLines(of: item.uid) == former.steadyLines(of: item.uid)
      && file.calendars.map(\.properties) == former.calendars.map(\.properties)
  }

  /// Whether there is nothing in it but what has one of these `UID`s, and time zones.
  public func holdsOnly(_ uids: Set<String>) -> Bool { keeping(only: uids) == self }

  /// Gives the calendars the properties that those of `former` have and of which they have none here; in their former order
  /// where there are no others.
  public mutating func addMissingProperties(of former: CalendarFile) {
    for (number, calendar) in former.calendars.enumerated() where calendars.indices.contains(number) {
      let present = calendars[number].properties
      let names = Set(present.map(\.name))
      let isPart = present.allSatisfy(calendar.properties.contains)
      let all = isPart ? calendar.properties : present + calendar.properties.filter { !names.contains($0.name) }
      calendars[number].entries = all.map { .property($0) } + calendars[number].components.map { .component($0) }
    }
  }

  /// Puts what `former` has of a `UID` in the place of what is here, with the time zones it needs.
  public mutating func restore(_ uid: String, from former: CalendarFile) {
    addZones(of: former)
    let place = calendars.indices.first { calendars[$0].firstIndex(of: uid) != nil } ?? 0
    let index = calendars[place].firstIndex(of: uid) ?? calendars[place].entries.endIndex
    calendars[place].entries.insert(contentsOf: former.components(of: uid).map { .component($0) }, at: index)
    let end = index + former.components(of: uid).count
    for number in calendars.indices {
      let entries = calendars[number].entries.enumerated().filter { offset, entry in
        (number == place && (index..<end).contains(offset)) || !entry.belongs(to: uid)
      }
      calendars[number].entries = entries.map(\.element)
    }
  }

  /// Gives the to-do of a `UID` the properties that it has in `former` and of which it has none here, and its alarms, if it
  /// has none but the vault's: what another program has written since stays.
  public mutating func addMissing(_ uid: String, from former: CalendarFile) {
    guard let source = former.components(of: uid).first(where: \.isTodo) else { return }
    addZones(of: former)
    for number in calendars.indices {
      for (index, entry) in calendars[number].entries.enumerated() {
        guard case .component(var todo) = entry, todo.isTodo, entry.belongs(to: uid) else { continue }
        // The vault's own alarm only stands for theirs, where these were taken away.
        if source.hasForeignAlarm, !todo.hasForeignAlarm { todo.removeComponents(where: \.isOurAlarm) }
        let names = Set(todo.entries.map(\.name))
        todo.entries += source.entries.filter { !names.contains($0.name) }
        calendars[number].entries[index] = .component(todo)
      }
    }
  }

  private func components(of uid: String) -> [CalendarComponent] {
    calendars.flatMap(\.components).filter { $0.property("UID")?.text == uid }
  }

  private mutating func addZones(of former: CalendarFile) {
    let known = Set(calendars.flatMap(\.components).compactMap(\.zoneName))
    for zone in former.calendars.flatMap(\.components) {
      guard let name = zone.zoneName, !known.contains(name), !calendars.isEmpty else { continue }
      let index = calendars[0].entries.firstIndex { $0.isComponent } ?? calendars[0].entries.endIndex
      calendars[0].entries.insert(.component(zone), at: index)
    }
  }
}

extension CalendarComponent {
  fileprivate var hasForeignAlarm: Bool { components.contains { $0.name == "VALARM" && !$0.isOurAlarm } }
  fileprivate var zoneName: String? { name == "VTIMEZONE" ? property("TZID")?.value : nil }
  fileprivate func firstIndex(of uid: String) -> Int? { entries.firstIndex { $0.belongs(to: uid) } }
}

extension CalendarComponent.Entry {
  fileprivate var name: String {
    switch self {
    case .property(let property): property.name
    case .component(let component): component.name
    }
  }

  fileprivate var text: String {
    switch self {
    case .property(let property): property.line
    case .component(let component): component.lines.joined(separator: "\n")
    }
  }

  fileprivate var isComponent: Bool { if case .component = self { true } else { false } }

  fileprivate func belongs(to uid: String) -> Bool {
    if case .component(let component) = self { component.property("UID")?.text == uid } else { false }
  }

  /// Whether not every change of the vault writes it anew; the owner's MAC comes without one.
  fileprivate var isSteady: Bool {
    isComponent
      || !["SEQUENCE", "DTSTAMP", "LAST-MODIFIED", "X-VAULT-EXACT-LAST-MODIFIED", "X-VAULT-SEAL"].contains(name)
  }
}
