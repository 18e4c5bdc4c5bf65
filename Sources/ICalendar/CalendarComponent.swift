/// One `BEGIN` and `END` with what is between them, in its order.
public struct CalendarComponent: Hashable, Sendable {
  /// A part of a component.
  public enum Entry: Hashable, Sendable {
    /// A content line.
    case property(CalendarProperty)
    /// A component inside it.
    case component(CalendarComponent)
  }

  /// The name in upper case, for instance `VTODO`.
  public let name: String
  /// What is in it.
  public var entries: [Entry]

  /// Makes a component.
  init(_ name: String, _ properties: [CalendarProperty] = []) {
    self.name = name
    entries = properties.map { .property($0) }
  }

  /// Its own properties.
  var properties: [CalendarProperty] {
    entries.compactMap { if case .property(let property) = $0 { property } else { nil } }
  }

  /// The components in it.
  var components: [CalendarComponent] {
    entries.compactMap { if case .component(let component) = $0 { component } else { nil } }
  }

  /// Its first property of that name that has a value.
  func property(_ name: String) -> CalendarProperty? {
    properties.first { $0.name == name && !$0.value.isEmpty }
  }

  /// Puts a property where the first of its name is, or behind the last of all; nil removes all of that name.
  mutating func set(_ name: String, _ property: CalendarProperty?) {
    let place = entries.firstIndex { $0.isProperty(name) }
    entries.removeAll { $0.isProperty(name) }
    guard let property else { return }
    let end = entries.lastIndex { if case .property = $0 { true } else { false } }.map { $0 + 1 } ?? 0
    entries.insert(.property(property), at: place ?? end)
  }

  /// Removes components.
  mutating func removeComponents(where isUnwanted: (CalendarComponent) -> Bool) {
    entries.removeAll { if case .component(let component) = $0 { isUnwanted(component) } else { false } }
  }

  /// Removes properties of its own.
  mutating func removeProperties(where isUnwanted: (CalendarProperty) -> Bool) {
    entries.removeAll { if case .property(let property) = $0 { isUnwanted(property) } else { false } }
  }

  /// The content lines, `BEGIN` and `END` included.
  var lines: [String] {
    var result = ["BEGIN:" + name]
    for entry in entries {
      switch entry {
      case .property(let property): result.append(property.line)
      case .component(let component): result += component.lines
      }
    }
    return result + ["END:" + name]
  }
}

extension CalendarComponent.Entry {
  fileprivate func isProperty(_ name: String) -> Bool {
    if case .property(let property) = self { property.name == name } else { false }
  }
}
