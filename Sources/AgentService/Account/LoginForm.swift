internal import AgentAPI
internal import SecretMemory
internal import ServerClient

/// What the owner is asked for at a login: the email until it looks like one, then the password until the server takes it.
struct LoginForm: Sendable {
  /// How often each is asked for within one command.
  private static let tries = 3

  let origin: ServerOrigin
  let conversation: any Conversation

  /// Asks for the email. What is none is asked for again, with what was typed to edit.
  func email() async throws(Failure) -> String {
    var (draft, mistake) = (String?.none, Failure?.none)
    for _ in 0..<Self.tries {
      let prompt = Prompt(.email, text: "Email for \(origin)", draft: draft)
      guard let answer = try await conversation.ask(prompt) else { throw mistake ?? .unanswered(prompt) }
      let typed = Self.trimmed(answer.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
      if Self.isEmail(typed) { return typed }
      // Not quoted: somebody may have typed the password here.
      let slip = Failure(.usage, "That is not an email address.", hint: Self.example)
      try await conversation.notify(slip.message, kind: .error)
      (draft, mistake) = (typed, slip)
    }
    throw mistake ?? Failure(.usage, "That is not an email address.", hint: Self.example)
  }

  /// Asks for the password, again where the server refuses it.
  ///
  /// - Parameters:
  ///   - mistake: what the owner was told last, and is told where nobody answers.
  ///   - logIn: logs in with a password.
  func password<Value>(
    of email: String, after mistake: Failure?,
    _ logIn: (SharedSecret) async throws(ServerClientError) -> Value
  ) async throws(Failure) -> Value {
    let prompt = Prompt(.password, text: "Password of \(email)")
    var mistake = mistake
    for _ in 0..<Self.tries {
      guard let password = try await conversation.ask(prompt) else { throw mistake ?? .unanswered(prompt) }
      do throws(ServerClientError) { return try await logIn(password) } catch {
        guard error.code == .invalidCredentials else { throw Failure(error) }
        var refusal = Failure(error)
        refusal.hint = "Check the email, too; the same command with --email EMAIL takes another."
        try await conversation.notify(refusal.message, kind: .error)
        mistake = refusal
      }
    }
    throw mistake ?? .unanswered(prompt)
  }

  /// An email that was given beforehand.
  static func checked(_ email: String) throws(Failure) -> String {
    guard isEmail(email) else {
      throw Failure(.usage, "\u{201C}\(email)\u{201D} is not an email address.", hint: example)
    }
    return email
  }

  private static let example = "Give one like ada@example.org."

  /// Finds a slip before the password is asked for; what an address may be, the server knows.
  private static func isEmail(_ text: String) -> Bool { text.contains("@") }

  /// Without the blanks around it that a paste brings along.
  private static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
