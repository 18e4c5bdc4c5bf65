/// A text of the programs' own, as the catalogues know it: what is put into it stands apart from its words.
///
/// It is written as a literal. `"Added \(name) to \(project)"` is looked up as `Added %1$@ to %2$@`, and a translation may name the two in
/// another order. What is put in is never looked up, and never read for placeholders, unless it is such a text itself: that is said in the
/// same language.
///
/// It can be kept, and said in more than one language. Two are equal that say the same in English.
public struct LocalizedText: ExpressibleByStringInterpolation, Sendable {
  /// What a placeholder stands for.
  enum Argument: Sendable {
    case value(String)
    case text(LocalizedText)
  }

  /// How more than one thing is said, and how many there are.
  struct Plural: Sendable {
    let other: String
    let count: Int
  }

  /// The words with placeholders, which is how a catalogue finds their translation.
  let key: String
  /// What the placeholders stand for, in the order of the literal.
  let arguments: [Argument]
  let context: String?
  let plural: Plural?

  init(key: String, _ arguments: [Argument] = [], context: String? = nil, plural: Plural? = nil) {
    (self.key, self.arguments, self.context, self.plural) = (key, arguments, context, plural)
  }

  public init(stringLiteral value: String) { self.init(key: value) }

  public init(stringInterpolation: StringInterpolation) {
    self.init(key: stringInterpolation.key, stringInterpolation.arguments)
  }

  /// Words that come from elsewhere, and are the same in every language.
  public init(verbatim text: String) {
    self.init(key: text.isEmpty ? "" : Self.valueAlone, text.isEmpty ? [] : [.value(text)])
  }

  /// Words of a part of the program that knows no catalogue: they are looked up as they are, and nothing is put into them.
  public init(words: String) { self.init(key: words) }

  /// The form that goes with a number. Both ways of saying it interpolate the same values in the same order.
  public init(one: LocalizedText, other: LocalizedText, count: Int) {
    self.init(key: one.key, one.arguments, plural: Plural(other: other.key, count: count))
  }

  /// The same text where two are alike in English and not elsewhere.
  public init(_ text: LocalizedText, context: String) {
    self.init(key: text.key, text.arguments, context: context, plural: text.plural)
  }

  /// Collects the parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var arguments: [Argument] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      key.reserveCapacity(literalCapacity + interpolationCount * 4)
      arguments.reserveCapacity(interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) { key += literal }

    /// Puts a placeholder into the words, and the value aside.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      append(.value(value.description))
    }

    /// The same with a text that is translated itself.
    public mutating func appendInterpolation(_ text: LocalizedText) { append(.text(text)) }

    private mutating func append(_ argument: Argument) {
      arguments.append(argument)
      key += "%\(arguments.count)$@"
    }
  }

  /// The text as it is written in the sources.
  public var english: String { text(in: .english) }

  /// Whether it says nothing.
  public var isEmpty: Bool { key.isEmpty }

  /// The same with something else in the place of what was put in.
  public func replacing(_ value: String, with other: String) -> LocalizedText {
    let arguments = arguments.map { (argument) -> Argument in
      switch argument {
      case .value(let own): .value(own.replacing(value, with: other))
      case .text(let text): .text(text.replacing(value, with: other))
      }
    }
    return LocalizedText(key: key, arguments, context: context, plural: plural)
  }

  /// Several texts, one after the other.
  public static func joined(_ texts: [LocalizedText], separator: String = " ") -> LocalizedText {
    // A text may have nine placeholders.
    let texts = texts.filter { !$0.isEmpty }
    guard let first = texts.first else { return "" }
    return texts.dropFirst().reduce(first) { LocalizedText(key: "%1$@\(separator)%2$@", [.text($0), .text($1)]) }
  }
}

extension Array where Element == LocalizedText {
  /// The texts, one after the other.
  public func joined(separator: String = " ") -> LocalizedText { LocalizedText.joined(self, separator: separator) }
}

extension LocalizedText {
  /// A literal that is too long for one line of the source.
  public static func + (first: LocalizedText, second: LocalizedText) -> LocalizedText {
    let count = first.arguments.count
    let key = (1...9).reversed().reduce(second.key) { key, number in
      key.replacing("%\(number)$@", with: "%\(number + count)$@")
    }
    return LocalizedText(key: first.key + key, first.arguments + second.arguments)
  }
}

// MARK: - Saying it

extension LocalizedText {
  /// The text in a language; as it is written where that has no translation.
  public func text(in language: Language) -> String {
    let isIsolating = language.isolatesValues && key != Self.valueAlone
    let arguments = self.arguments.map { argument in
      switch argument {
      case .value(let value): isIsolating ? value.isolated : value
      case .text(let text): text.text(in: language)
      }
    }
    let text = text(arguments, in: language)
    return isIsolating ? text.fromLeftToRight : text
  }

  /// The words of a text that is nothing but what is put into it.
  private static let valueAlone = "%1$@"

  private func text(_ arguments: [String], in language: Language) -> String {
    let key = language.adapted(self.key)
    // A translation that asks for a value twice is none.
    if let translation = translation(key, in: language), let text = Template.expand(translation, arguments) {
      return text
    }
    let words = plural.map { $0.count == 1 ? key : language.adapted($0.other) } ?? key
    return arguments.isEmpty ? words : Template.expand(words, arguments) ?? words
  }

  private func translation(_ key: String, in language: Language) -> String? {
    guard !key.isEmpty else { return nil }
    let key = context.map { "\($0)\u{4}\(key)" } ?? key
    guard let plural else { return language.translation(key) }
    return language.translation(key, count: abs(plural.count == .min ? 0 : plural.count))
  }
}

extension LocalizedText: Equatable {
  public static func == (one: LocalizedText, other: LocalizedText) -> Bool { one.english == other.english }
}

extension LocalizedText: CustomDebugStringConvertible {
  public var debugDescription: String { english.debugDescription }
}

extension LocalizedText: Codable {
  /// What came is said as it came.
  public init(from decoder: any Decoder) throws {
    self.init(verbatim: try decoder.singleValueContainer().decode(String.self))
  }

  /// It travels as words of the language in which is answered, ``Localization/answers``. Where those would be none, it stays as it is.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let said = text(in: .answers)
    try container.encode(said.isEmpty ? english : said)
  }
}
