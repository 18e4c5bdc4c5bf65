/// Words in a message that goes to whoever asked.
///
/// They are read as English; what is written in their place is said as it is. `$name` has them as a text, which is translated when the
/// message is sent: so it may be kept, and be sent to many.
@propertyWrapper
public struct Said: Codable, CustomDebugStringConvertible, Equatable, Sendable {
  public var projectedValue: LocalizedText
  public var wrappedValue: String {
    get { projectedValue.english }
    set { projectedValue = LocalizedText(verbatim: newValue) }
  }

  public var debugDescription: String { projectedValue.debugDescription }

  /// Words that are translated.
  public init(_ text: LocalizedText) { projectedValue = text }

  public init(from decoder: any Decoder) throws { projectedValue = try LocalizedText(from: decoder) }

  public func encode(to encoder: any Encoder) throws { try projectedValue.encode(to: encoder) }
}

/// Words in a message as ``Said``, which those are not told who are to be told nothing in their place: advice that helps nobody there.
@propertyWrapper
public struct Advice: Codable, CustomDebugStringConvertible, Equatable, Sendable {
  public var projectedValue: LocalizedText
  public var wrappedValue: String {
    get { projectedValue.english }
    set { projectedValue = LocalizedText(verbatim: newValue) }
  }

  public var debugDescription: String { projectedValue.debugDescription }

  /// Words that are translated.
  public init(_ text: LocalizedText) { projectedValue = text }

  public init(from decoder: any Decoder) throws { projectedValue = try LocalizedText(from: decoder) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(projectedValue.text(in: .answers))
  }
}

/// Several sentences in a message, each as ``Advice``.
@propertyWrapper
public struct SaidAll: Codable, Equatable, Sendable {
  public var projectedValue: [LocalizedText]
  public var wrappedValue: [String] {
    get { projectedValue.map(\.english) }
    set { projectedValue = newValue.map(LocalizedText.init(verbatim:)) }
  }

  /// Sentences that are translated.
  public init(_ texts: [LocalizedText]) { projectedValue = texts }

  public init(from decoder: any Decoder) throws { projectedValue = try [LocalizedText](from: decoder) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(projectedValue.map { $0.text(in: .answers) }.filter { !$0.isEmpty })
  }
}
