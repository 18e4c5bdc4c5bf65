/// What people see of a payload. Never escaped: who prints it does that.
extension PushPayload {
  /// What it is called; never blank.
  public var title: String {
    if let title = Self.nonBlank(alert?.title) { return title }
    if let line = bodyLines.first { return line }
    return Self.nonBlank(message?.senderName) ?? defaultTitle
  }

  /// What else it says, the message that it brings included; empty for nothing. A payload of which nothing else can be shown is
  /// shown as it was sent.
  public var text: String {
    guard let message, kind != .task, ![title, alertText].contains(message.text) else { return alertText }
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
    return isUnreadable || isUnknown || !problems.isEmpty ? raw : Self.nonBlank(alert?.subtitle) ?? ""
  }

  private var isUnknown: Bool { if case .other = kind { true } else { false } }

  /// The lines of the body from the first that is not blank.
  private var bodyLines: [String] {
    guard let body = alert?.body else { return [] }
    let lines = body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.drop { Self.isBlank($0) }.map(String.init)
  }

  private var defaultTitle: String {
    switch kind {
    case .task: "Task"
    case .notice, .other: "Notice"
    case .data, .message: "Message"
    case .comment: "Comment"
    case .like: "Like"
    case .follow: "New follower"
    }
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
