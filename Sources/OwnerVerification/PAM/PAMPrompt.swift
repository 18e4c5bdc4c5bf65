/// What a PAM module says to the person. The texts are at most 512 characters and hold no control characters.
public enum PAMPrompt: Sendable, Equatable {
  /// A question whose answer must not be shown while it is typed.
  case hidden(String)
  /// A question whose answer may be shown.
  case visible(String)
  /// Something to know, for instance "Place your finger on the reader"; needs no answer.
  case information(String)
  /// Something that went wrong; needs no answer.
  case error(String)

  /// Whether the module waits for an answer.
  public var needsAnswer: Bool {
    switch self {
    case .hidden, .visible: true
    case .information, .error: false
    }
  }

  /// What the module says.
  public var text: String {
    switch self {
    case .hidden(let text), .visible(let text), .information(let text), .error(let text): text
    }
  }
}

/// Makes a module's text fit to be shown at a terminal.
enum PAMText {
  /// The longest text in characters.
  static let maximumCharacters = 512

  /// Decodes UTF-8 leniently, turns control characters into spaces, drops bidirectional and other invisible controls, and cuts.
  static func sanitised(_ bytes: some Collection<UInt8>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: result.append(" ")
      case .format, .surrogate, .privateUse, .unassigned: continue
      default: result.append(scalar)
      }
    }
    let words = String(result).split(separator: " ", omittingEmptySubsequences: true)
    return String(words.joined(separator: " ").prefix(maximumCharacters).unicodeScalars.prefix(4 * maximumCharacters))
  }
}
