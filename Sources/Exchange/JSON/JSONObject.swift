internal import StrictJSON

/// Reads the members of one object, and says of which it is that something is wrong.
struct JSONObject {
  /// The object's members.
  let members: JSONMembers
  /// Where it stands.
  let place: FilePosition

  /// - Throws: when `value` is no object.
  init(_ value: JSONValue, _ place: FilePosition) throws(ExchangeError) {
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
