/// What people see of a payload. Never escaped: who prints it does that.
extension PushPayload {
  /// What it is called; never blank.
  public var title: String {
    if let title = Self.nonBlank(alert?.title) { return title }
    if let line = bodyLines.first { return line }
    return Self.nonBlank(message?.senderName) ?? kind.defaultTitle
  }

  /// What else it says, the message that it brings included; empty for nothing. A payload of which nothing else can be shown is
  /// shown as it was sent.
  public var text: String {
    guard let message, !kind.wantsDecision, ![title, alertText].contains(message.text) else { return alertText }
    return [alertText, message.text].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var alertText: String {
    if let alert, Self.nonBlank(alert.title) != nil {
      return [alert.subtitle, alert.body].compactMap(Self.nonBlank).joined(separator: "\n")
    }
    if !bodyLines.isEmpty {
      let rest = [Self.nonBlank(alert?.subtitle), Self.nonBlank(bodyLines.dropFirst().joined(separator: "\n"))]
      return rest.compactMap { $0 }.joined(separator: "\n")
    }
    if let message { return message.text }
    return isUnreadable || !kind.isKnown || !problems.isEmpty ? raw : Self.nonBlank(alert?.subtitle) ?? ""
  }

  /// The lines of the body from the first that is not blank.
  private var bodyLines: [String] {
    guard let body = alert?.body else { return [] }
    let lines = body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.drop { Self.isBlank($0) }.map(String.init)
  }

  private static func nonBlank(_ text: String?) -> String? {
    guard let text, !isBlank(text) else { return nil }
    return text
  }

  /// Whether nothing of it is seen: blanks of any width, and what has none.
  private static func isBlank(_ text: some StringProtocol) -> Bool { text.unicodeScalars.allSatisfy(isBlank) }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    // The last one is the Braille pattern without a dot.
    scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
  }
}
