internal import FoundationEssentials

/// Makes what is `Decodable` of JSON, and refuses what nobody asked for: a member, at whatever depth, that the type does not know is
/// an error, and not passed over. So is the second of two members of one name.
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
    _ type: Value.Type, from value: JSONDocument.Value
  ) throws(StrictDecodingError) -> Value {
    let (document, index) = (value.document, value.index)
    let visit = JSONVisit(of: document, userInfo: userInfo)
    let decoded: Value
    do { decoded = try PartDecoder(document, index, visit).decoded(type) } catch {
      var path = document.path(to: visit.last, from: index)
      if case DecodingError.keyNotFound(let key, _) = error { path.append(key.stringValue) }
      throw .mismatch(path)
    }
    if let unread = visit.firstUnread(in: index) { throw .unknownMember(document.path(to: unread, from: index)) }
    return decoded
  }
}

/// Why JSON is not what a type wants. Names members, and never repeats a value.
public enum StrictDecodingError: Error, Equatable, Sendable {
  /// A member that the type does not know, with the names of what it stands in before it.
  case unknownMember([String])
  /// A value that is missing or is none of the type's, with the names of what it stands in.
  case mismatch([String])
}

/// What of a document was asked for so far.
final class JSONVisit {
  let userInfo: [CodingUserInfoKey: Any]
  /// The part that was asked for last.
  private(set) var last = 0
  private let document: JSONDocument
  private var isRead: [Bool]

  init(of document: JSONDocument, userInfo: [CodingUserInfoKey: any Sendable]) {
    (self.document, self.userInfo) = (document, userInfo)
    isRead = Array(repeating: false, count: document.parts.count)
  }

  /// A value is asked for, perhaps once more.
  func read(_ index: Int) {
    isRead[index] = true
    last = index
  }

  /// The first value inside another that nobody has asked for. Its depth is bounded: the document was read with limits.
  func firstUnread(in index: Int) -> Int? {
    for child in document.children(of: index) {
      guard isRead[child] else { return child }
      if let unread = firstUnread(in: child) { return unread }
    }
    return nil
  }
}

extension JSONDocument {
  /// The names, of elements the numbers, that lead from one value to another in it.
  fileprivate func path(to target: Int, from ancestor: Int) -> [String] {
    var (path, index) = ([String](), ancestor)
    while index < target {
      let children = children(of: index)
      guard let position = children.lastIndex(where: { $0 <= target }) else { break }
      let child = children[position]
      path.append(parts[index].kind == .object ? text(of: parts[child - 1]) : String(position))
      index = child
    }
    return path
  }
}
