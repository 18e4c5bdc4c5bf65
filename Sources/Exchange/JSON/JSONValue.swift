/// A value of JSON (RFC 8259).
enum JSONValue: Equatable {
  case object(JSONMembers)
  case array([JSONValue])
  case string(String)
  /// A number as it is written.
  case number(String)
  case bool(Bool)
  case null

  /// The member of an object; nil for null and for what is no object.
  subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members[name], value != .null else { return nil }
    return value
  }
}

/// The members of an object, in their order: most have so few that looking through them takes less time than hashing.
struct JSONMembers: Equatable, ExpressibleByDictionaryLiteral {
  private static let maximumSearchedCount = 32

  private var members: [(name: String, value: JSONValue)] = []
  /// The names once more, where there are many.
  private var nameSet: Set<String>?

  /// The names, in their order.
  var names: [String] { members.map(\.name) }

  init() {}

  init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (name, value) in elements { insert(value, name) }
  }

  /// The value of that name.
  subscript(_ name: String) -> JSONValue? {
    if let nameSet, !nameSet.contains(name) { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Adds a member.
  ///
  /// - Returns: false, with nothing done, when there is one of that name.
  @discardableResult
  mutating func insert(_ value: JSONValue, _ name: String) -> Bool {
    if members.count == Self.maximumSearchedCount { nameSet = Set(names) }
    let isNew = nameSet?.insert(name).inserted ?? !members.contains { $0.name == name }
    if isNew { members.append((name, value)) }
    return isNew
  }

  static func == (left: Self, right: Self) -> Bool {
    left.members.count == right.members.count && left.members.allSatisfy { right[$0.name] == $0.value }
  }
}

/// Reads the members of one object, and says of which it is that something is wrong.
struct JSONObject {
  /// The object's members.
  let members: JSONMembers
  /// Where it stands.
  let place: ExchangePlace

  /// - Throws: when `value` is no object.
  init(_ value: JSONValue, _ place: ExchangePlace) throws(ExchangeError) {
    guard case .object(let members) = value else { throw .malformed("an object was expected", place) }
    (self.members, self.place) = (members, place)
  }

  /// A text; nil when there is none.
  func string(_ name: String) throws(ExchangeError) -> String? {
    switch members[name] {
    case nil, .null: nil
    case .string(let text): text
    default: throw problem(name)
    }
  }

  /// A flag; false when there is none.
  func flag(_ name: String) throws(ExchangeError) -> Bool {
    switch members[name] {
    case nil, .null: false
    case .bool(let flag): flag
    default: throw problem(name)
    }
  }

  /// A list; empty when there is none.
  func array(_ name: String) throws(ExchangeError) -> [JSONValue] {
    switch members[name] {
    case nil, .null: []
    case .array(let values): values
    default: throw problem(name)
    }
  }

  /// A list of texts.
  func strings(_ name: String) throws(ExchangeError) -> [String] {
    var result: [String] = []
    for value in try array(name) {
      guard case .string(let text) = value else { throw problem(name) }
      result.append(text)
    }
    return result
  }

  /// What a text says.
  ///
  /// - Throws: when there is one, and `read` makes nothing of it.
  func value<Value>(_ name: String, _ read: (String) -> Value?) throws(ExchangeError) -> Value? {
    guard let text = try string(name) else { return nil }
    guard let value = read(text) else { throw problem(name) }
    return value
  }

  /// That a member is not as it should be.
  func problem(_ name: String) -> ExchangeError { .malformed("“\(name)” is not as it should be", place) }
}
