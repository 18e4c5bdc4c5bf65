internal import StrictJSON

/// Reads the members of one object, and remembers which are not as they should be. `null` is as good as nothing.
struct PayloadFields {
  private let members: JSONMembers
  /// What is wrong.
  var problems: [String] = []

  init(_ members: JSONMembers) { self.members = members }

  /// The value of a member; nil where there is none.
  subscript(_ name: String) -> JSONValue? {
    guard let value = members[name], value != .null else { return nil }
    return value
  }

  /// An object; nil where there is none.
  mutating func object(_ name: String) -> JSONMembers? {
    switch self[name] {
    case nil: return nil
    case .object(let members): return members
    default:
      problem(name, "is not an object")
      return nil
    }
  }

  /// A text; nil where there is none.
  mutating func text(_ name: String) -> String? {
    switch self[name] {
    case nil: return nil
    case .string(let text): return text
    default:
      problem(name, "is not a text")
      return nil
    }
  }

  /// `true` or `false`; nil where there is neither.
  mutating func flag(_ name: String) -> Bool? {
    switch self[name] {
    case nil: return nil
    case .bool(let flag): return flag
    default:
      problem(name, "is neither true nor false")
      return nil
    }
  }

  /// A number without a fraction; nil where there is none.
  mutating func wholeNumber(_ name: String, in range: ClosedRange<Int> = 0...Int(Int32.max)) -> Int? {
    guard let value = self[name] else { return nil }
    if case .number(let text) = value, let number = Int(text), range.contains(number) { return number }
    problem(name, "is not a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// Remembers that a member is not as it should be.
  mutating func problem(_ name: String, _ reason: String) { problems.append("“\(name)” \(reason)") }
}
