/// Why a text is no JSON that is taken; never quotes it.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, for instance `a comma was expected`.
  public var reason: String
  /// The line it is on, counted from 1.
  public var line: Int

  /// Makes an error.
  public init(_ reason: String, line: Int) {
    self.reason = reason
    self.line = line
  }

  /// For instance `a comma was expected (line 4)`.
  public var description: String { "\(reason) (line \(line))" }
}

/// The most that one value may be made of, checked before anything is built.
public struct JSONLimits: Equatable, Sendable {
  /// Objects and arrays inside one another.
  public var depth: Int
  /// Values in a value, itself among them.
  public var valueCount: Int
  /// Bytes of a number.
  public var numberByteCount: Int
  /// Bytes of a text, other than a name, that is taken however many combining marks follow each other in it: what others wrote and
  /// somebody only hands on.
  public var markedTextByteCount: Int
  /// The same of a name, which is compared and hashed more often.
  public var markedNameByteCount: Int

  /// Sets limits.
  public init(
    depth: Int, valueCount: Int, numberByteCount: Int = 64, markedTextByteCount: Int = 0, markedNameByteCount: Int = 0
  ) {
    self.depth = depth
    self.valueCount = valueCount
    self.numberByteCount = numberByteCount
    self.markedTextByteCount = markedTextByteCount
    self.markedNameByteCount = markedNameByteCount
  }
}
