/// Where an element of a list stands.
public struct JSONElement: Sendable {
  /// Counted from 0.
  public let index: Int
  /// Where it begins, perhaps with blanks.
  public let start: Int
  /// The line of that byte.
  public let line: Int
  /// Where the comma or bracket stands that it ends at.
  public let end: Int
}

extension JSONReader {
  /// Passes a list, and tells where its elements are, so that several can be read at the same time.
  ///
  /// Only brackets and quotation marks are looked at: whether an element is a value, and the only one up to its end, is found
  /// out by who reads it.
  ///
  /// - Returns: nil where there is no list, it has no end, or more elements than that.
  public mutating func elements(atMost maximumCount: Int) -> [JSONElement]? {
    guard scan("[") else { return nil }
    if scan("]") { return [] }
    var elements: [JSONElement] = []
    while elements.count < maximumCount {
      let (start, line) = (position, line())
      guard passElement() else { return nil }
      elements.append(JSONElement(index: elements.count, start: start, line: line, end: position))
      advance()
      if bytes[position - 1] == UInt8(ascii: "]") { return elements }
    }
    return nil
  }

  /// Goes on to the comma or bracket after an element.
  ///
  /// - Returns: whether there is one.
  private mutating func passElement() -> Bool {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""): passText()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]") where depth == 0, UInt8(ascii: ",") where depth == 0: return true
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      advance()
    }
    return false
  }

  /// Goes on to the quotation mark that ends a text.
  private mutating func passText() {
    advance()
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\") { advance() }
      advance()
    }
  }
}
