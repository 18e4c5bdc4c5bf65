/// A value of JSON (RFC 8259).
public enum JSONValue: Equatable, Sendable {
  /// Members with different names.
  case object(JSONMembers)
  /// Values in their order.
  case array([JSONValue])
  /// A text, without escapes.
  case string(String)
  /// A number as it is written.
  case number(String)
  /// `true` or `false`.
  case bool(Bool)
  /// `null`.
  case null

  /// The member of an object; nil for null and for what is no object.
  public subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members[name], value != .null else { return nil }
    return value
  }
}

/// The members of an object, in their order: most have so few that looking through them takes less time than hashing.
public struct JSONMembers: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  private static let maximumSearchedCount = 32

  private var members: [(name: String, value: JSONValue)] = []
  /// Where the members stand by their names, where there are many.
  private var positions: [String: Int]?

  /// The names, in their order.
  public var names: [String] { members.map(\.name) }

  /// No members.
  public init() {}

  /// Members in this order; of those with one name the first.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (name, value) in elements { insert(value, name) }
  }

  /// The value of that name.
  public subscript(_ name: String) -> JSONValue? {
    if let positions { return positions[name].map { members[$0].value } }
    return members.first { $0.name == name }?.value
  }

  /// Adds a member.
  ///
  /// - Returns: false, with nothing done, when there is one of that name.
  @discardableResult
  public mutating func insert(_ value: JSONValue, _ name: String) -> Bool {
    if members.count == Self.maximumSearchedCount {
      positions = Dictionary(uniqueKeysWithValues: zip(members.map(\.name), 0...))
    }
    guard positions.map({ $0[name] == nil }) ?? !members.contains(where: { $0.name == name }) else { return false }
    positions?[name] = members.count
    members.append((name, value))
    return true
  }

  /// The order makes no difference.
  public static func == (left: Self, right: Self) -> Bool {
    left.members.count == right.members.count && left.members.allSatisfy { right[$0.name] == $0.value }
  }
}
