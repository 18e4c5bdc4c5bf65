/// A command's help, laid out for a terminal of few columns or many.
///
/// The parser's own help breaks lines at a width, wherever that is: in the middle of an example, and again behind lines that were
/// broken by hand. So it is taken unbroken, and broken here: paragraphs between words, examples between arguments and so
/// that they can still be copied into a shell.
struct HelpText {
  /// The help, without a newline at its end.
  let text: String

  /// The narrowest and the widest layout: lines longer than that are hard to read.
  private static let widths = 40...100

  /// - Parameters:
  ///   - help: as the parser writes it for a terminal without an edge.
  ///   - columns: of the terminal.
  init(_ help: String, columns: Int) {
    var layout = HelpLayout(width: min(max(columns, Self.widths.lowerBound), Self.widths.upperBound))
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) { layout.add(String(line)) }
    text = layout.finished().joined(separator: "\n")
  }

  /// Whether a message of the parser is a command's help, and no version or completion script.
  static func isHelp(_ message: String) -> Bool { message.hasPrefix("OVERVIEW: ") }
}

/// Takes the lines of a help one by one.
struct HelpLayout {
  private enum Part { case text, examples, entries }

  /// Where the explanations of options begin, as in the parser's own help.
  private static let explanationColumn = 26
  private static let explanationIndent = String(repeating: " ", count: explanationColumn)
  /// Terminals narrower than this have explanations below what they explain.
  private static let twoColumnWidth = 60
  private static let deepIndent = 6

  private let width: Int
  private var part = Part.text
  private var paragraph: [String] = []
  /// An option whose explanation is on the next line.
  private var label: String?
  private var lines: [String] = []

  init(width: Int) { self.width = width }

  mutating func add(_ line: String) {
    let isIndented = line.hasPrefix("  ")
    if !line.hasPrefix(Self.explanationIndent) { endLabel() }
    if part == .text, !isIndented, !line.isEmpty, !Self.isTitle(line), !line.hasPrefix("USAGE: ") {
      return paragraph.append(line)
    }
    endParagraph()
    if line.hasPrefix("USAGE: ") {
      lines += WordWrap.lines(line, width: width, indent: 0, hanging: 7, keeping: .brackets)
      part = .text
    } else if Self.isTitle(line) {
      lines.append(line)
      part = line.hasSuffix(":") ? .entries : .examples
    } else if !isIndented {
      lines.append(line)
      if part == .examples { part = .text }
    } else if part == .examples {
      addExample(line)
    } else {
      addEntry(line)
    }
  }

  consuming func finished() -> [String] {
    endLabel()
    endParagraph()
    return lines
  }

  /// An option that nothing is said of.
  private mutating func endLabel() {
    if let label { lines.append("  " + label) }
    label = nil
  }

  private static func isTitle(_ line: String) -> Bool {
    !line.isEmpty && line.allSatisfy { $0.isUppercase || $0 == " " || $0 == ":" }
  }

  private mutating func endParagraph() {
    guard !paragraph.isEmpty else { return }
    lines += WordWrap.lines(paragraph.joined(separator: " "), width: width, indent: 0, hanging: 0, keeping: .code)
    paragraph = []
  }

  /// A command, with or without words on what it does behind several blanks.
  private mutating func addExample(_ line: String) {
    guard line.count > width else { return lines.append(line) }
    let (command, comment) = Self.halves(line)
    lines += WordWrap.lines(
      command, width: width, indent: 2, hanging: Self.deepIndent, keeping: .arguments, lineEnd: " \\")
    if !comment.isEmpty { explain(comment, at: Self.deepIndent) }
  }

  /// A subcommand or an option, and what it is for.
  private mutating func addEntry(_ line: String) {
    if let label {
      self.label = nil
      return addEntry(label, line.trimmed)
    }
    let (label, explanation) = Self.halves(line)
    if label.hasPrefix("See ") {
      lines += WordWrap.lines(line.trimmed, width: width, indent: 2, hanging: 2, keeping: .code)
    } else if explanation.isEmpty {
      self.label = label
    } else {
      addEntry(label, explanation)
    }
  }

  private mutating func addEntry(_ label: String, _ explanation: String) {
    lines.append("  " + label)
    let isSideBySide = width >= Self.twoColumnWidth
    let first = lines.count
    explain(explanation, at: isSideBySide ? Self.explanationColumn : Self.deepIndent)
    guard isSideBySide, label.count + 2 < Self.explanationColumn else { return }
    lines[first - 1] += lines.remove(at: first).dropFirst(label.count + 2)
  }

  private mutating func explain(_ text: String, at indent: Int) {
    lines += WordWrap.lines(text, width: width, indent: indent, hanging: indent, keeping: .code)
  }

  /// What is before and what is behind the first two blanks in a row.
  private static func halves(_ line: String) -> (String, String) {
    let text = line.trimmed
    guard let gap = text.firstRange(of: "  ") else { return (text, "") }
    return (String(text[..<gap.lowerBound]), String(text[gap.upperBound...]).trimmed)
  }
}

extension String {
  /// Without the blanks at its beginning.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
