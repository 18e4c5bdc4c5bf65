internal import FoundationEssentials

/// Makes what is `Decodable` of JSON, and refuses what nobody asked for: a member, at whatever depth, that the type does not know is
/// an error, and not passed over.
///
/// Dates are seconds since 1970 with their fraction.
public struct StrictDecoder: Sendable {
  private let userInfo: [CodingUserInfoKey: any Sendable]

  /// Makes a decoder.
  ///
  /// - Parameter userInfo: what types see of it while they are decoded.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) { self.userInfo = userInfo }

  /// Decodes a value.
  ///
  /// - Throws: ``StrictDecodingError``.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from value: JSONValue
  ) throws(StrictDecodingError) -> Value {
    let visit = JSONVisit(userInfo: userInfo)
    let decoded: Value
    do { decoded = try JSONValueDecoder(value: value, codingPath: [], visit: visit).decoded(type) } catch {
      throw StrictDecodingError(error)
    }
    if let member = visit.firstUnread { throw .unknownMember(member) }
    return decoded
  }
}

/// Why JSON is not what a type wants. Names members, and never repeats a value.
public enum StrictDecodingError: Error, Equatable, Sendable {
  /// A member that the type does not know, with the names of what it stands in before it.
  case unknownMember([String])
  /// A value that is missing or is none of the type's, with the names of what it stands in.
  case mismatch([String])

  init(_ error: any Error) {
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      self = .mismatch(context.codingPath.map(\.stringValue))
    case .keyNotFound(let key, let context): self = .mismatch((context.codingPath + [key]).map(\.stringValue))
    default: self = .mismatch([])
    }
  }
}

/// What was asked for so far.
final class JSONVisit {
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// The members of each object that was reached, as far as nobody has asked for them; objects by their path.
  private var unread: [[String]: Set<String>] = [:]

  init(userInfo: [CodingUserInfoKey: any Sendable]) { self.userInfo = userInfo }

  /// An object is reached, perhaps once more.
  func open(_ members: JSONMembers, at path: [any CodingKey]) {
    let path = path.map(\.stringValue)
    if unread[path] == nil { unread[path] = Set(members.names) }
  }

  /// A member of an object is asked for.
  func read(_ key: any CodingKey, at path: [any CodingKey]) {
    unread[path.map(\.stringValue)]?.remove(key.stringValue)
  }

  /// A member that nobody has asked for, the first by its path.
  var firstUnread: [String]? {
    unread.flatMap { path, names in names.map { path + [$0] } }.min { $0.lexicographicallyPrecedes($1) }
  }
}
