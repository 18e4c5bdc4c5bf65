internal import AgentAPI
internal import Localization
internal import SecretMemory
internal import ServerClient

/// What the owner is asked for at a login: the email until it looks like one, then the password until the server takes it.
struct LoginForm: Sendable {
  /// How often each is asked for within one command.
  private static let tries = 3

  let origin: ServerOrigin
  let conversation: any Conversation

  /// Asks for the email. What is none is asked for again, with what was typed to edit.
  ///
  /// - Parameter typed: what stands in the answer already.
  func email(editing typed: String? = nil) async throws(Failure) -> String {
    var (draft, mistake) = (typed, Failure?.none)
    for _ in 0..<Self.tries {
      let prompt = Prompt(.email, text: "Email for \(origin)", draft: draft)
      guard let answer = try await conversation.ask(prompt) else { throw mistake ?? .unanswered(prompt) }
      let typed = Self.trimmed(answer.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
      if Self.isEmail(typed) { return typed }
      // Not quoted: somebody may have typed the password here.
      let slip = Failure(.usage, "That is not an email address.", hint: Self.example)
      try await conversation.notify(slip.$message, kind: .error)
      (draft, mistake) = (typed, slip)
    }
    throw mistake ?? Failure(.usage, "That is not an email address.", hint: Self.example)
  }

  /// Asks for the password, again where the server refuses it; after a refusal an empty line leads back to the email, which may be
  /// what is wrong.
  ///
  /// - Parameters:
  ///   - mistake: what the owner was told last, and is told where nobody answers.
  ///   - logIn: logs in with an email and a password.
  func password<Value>(
    of email: String, after mistake: Failure?,
    _ logIn: (String, SharedSecret) async throws(ServerClientError) -> Value
  ) async throws(Failure) -> Value {
    // What the server has refused may be of another email.
    var (email, mistake, mayGoBack) = (email, mistake, mistake != nil)
    for _ in 0..<Self.tries {
      var password = try await password(of: email, after: mistake, mayGoBack: mayGoBack)
      if mayGoBack, password.bytes.count == 0 {
        email = try await self.email(editing: email)
        password = try await self.password(of: email, after: mistake, mayGoBack: false)
      }
      do throws(ServerClientError) { return try await logIn(email, password) } catch {
        guard error.code == .invalidCredentials else { throw Failure(error) }
        var refusal = Failure(error)
        refusal.hint = "Check the email, too; the same command with --email EMAIL takes another."
        try await conversation.notify(refusal.$message, kind: .error)
        (mistake, mayGoBack) = (refusal, true)
      }
    }
    throw mistake ?? .unanswered(Self.prompt(for: email, mayGoBack: mayGoBack))
  }

  private func password(
    of email: String, after mistake: Failure?, mayGoBack: Bool
  ) async throws(Failure) -> SharedSecret {
    let prompt = Self.prompt(for: email, mayGoBack: mayGoBack)
    guard let password = try await conversation.ask(prompt) else { throw mistake ?? .unanswered(prompt) }
    return password
  }

  private static func prompt(for email: String, mayGoBack: Bool) -> Prompt {
    Prompt(.password, text: mayGoBack ? "Password of \(email) (empty: another email)" : "Password of \(email)")
  }

  /// An email that was given beforehand.
  static func checked(_ email: String) throws(Failure) -> String {
    guard isEmail(email) else {
      throw Failure(.usage, "\u{201C}\(email)\u{201D} is not an email address.", hint: example)
    }
    return email
  }

  private static let example: LocalizedText = "Give one like ada@example.org."

  /// Finds a slip before the password is asked for; what an address may be, the server knows.
  private static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
  }

  /// Without the blanks around it that a paste brings along.
  private static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
