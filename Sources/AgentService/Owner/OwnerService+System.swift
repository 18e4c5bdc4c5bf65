internal import AgentAPI
internal import LinuxSystem
internal import Localization
internal import OwnerVerification
internal import SecretMemory

extension OwnerService {
  /// Has the system verify the owner; nil when it can't, so that the PIN is asked for instead.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/refused`` when the system says no, with ``Failure/Code/badData`` when the header is not
  ///   the one the owner was proven by before.
  func verifyBySystem(_ conversation: any Conversation) async throws(Failure) -> Verified? {
    guard canVerifyBySystem else {
      try await conversation.notify("The first unlock of this session takes the PIN or the recovery code.")
      return nil
    }
    var configuration = system
    configuration.isRemote = conversation.client.isRemote
    do throws(PAMError) {
      try await PAMVerifier(configuration).verify { prompt in await Self.answer(prompt, conversation) }
    } catch { return try await refused(error, conversation) }
    // Whatever happened to the files while the system asked: what is released is proven as with a PIN.
    guard let header = try await header() else { return nil }
    do throws(OwnerVerificationError) { return try unwrap(for: header) } catch {
      forgetWrapped()
      guard error.code == .keyringUnavailable else { throw Failure(error) }
      try await conversation.notify("The kernel no longer keeps the key for verification by the system.")
      return nil
    }
  }

  private static func answer(
    _ prompt: PAMPrompt, _ conversation: any Conversation
  ) async -> SharedSecret? {
    let kind: Prompt.Kind =
      switch prompt {
      case .hidden: .pamHidden
      case .visible: .pamVisible
      case .information: .information
      case .error: .error
      }
    // A client that has gone declines: the verification ends, and the request with it.
    do throws(Failure) {
      return try await conversation.ask(Prompt(kind, text: LocalizedText(verbatim: prompt.text)))
    } catch { return nil }
  }

  /// What a failed verification by the system leads to: the PIN where the system could not try, an end where it said no.
  private func refused(_ error: PAMError, _ conversation: any Conversation) async throws(Failure) -> Verified? {
    switch error.code {
    case .notConfigured, .unavailable, .childFailed, .passwordExpired:
      try await conversation.notify(LocalizedText(words: error.detail), kind: .error)
      return nil
    case .timedOut:
      throw Failure(
        .tryLater, LocalizedText(words: error.detail),
        hint: "Try again, or change to the PIN: vault verification use pin.")
    default:
      throw Failure(
        .refused, LocalizedText(words: error.detail),
        hint: "Try again, or change to the PIN: vault verification use pin.")
    }
  }
}

extension OwnerService {
  /// Where the system's service files are.
  var systemServiceDirectory: String {
    #if DEBUG
    if let directory = system.serviceDirectory { return directory }
    #endif
    return "/etc/pam.d"
  }
}
