internal import AgentAPI
internal import CredentialStore
internal import Localization
internal import SecretMemory
internal import Synchronization

/// The passphrase of the encrypted file: asked for once, kept until the agent ends.
///
/// As long as there is no file, it is the passphrase of one connection alone, the founder, and goes with it: otherwise another
/// program could answer in the owner's place, before them or while they type.
final class PassphraseCache: Sendable {
  private struct State {
    var secret: SharedSecret?
    /// The connection that is choosing the passphrase of a new file.
    var founder: UInt64?
  }

  private let state = Mutex(State())
  private let wished = Mutex(false)

  /// The passphrase, nil as long as nobody has given it.
  var secret: SharedSecret? { state.withLock { $0.secret } }

  /// Takes an answer, unless there is one.
  ///
  /// - Returns: whether it was taken.
  func accept(_ answer: SharedSecret) -> Bool {
    state.withLock { state in
      guard state.secret == nil else { return false }
      state.secret = answer
      return true
    }
  }

  /// Forgets what did not open the file.
  func forget() { state.withLock { $0.secret = nil } }

  /// Lets a connection choose the passphrase of a new file. What another one chose, and made no file with, is forgotten.
  ///
  /// - Returns: false while another connection does so.
  func found(by connection: UInt64) -> Bool {
    state.withLock { state in
      guard state.founder != connection else { return true }
      guard state.founder == nil else { return false }
      state = State(founder: connection)
      return true
    }
  }

  /// A connection has ended.
  ///
  /// - Parameter hasFile: whether there is a file now that the passphrase opens.
  func end(_ connection: UInt64, hasFile: Bool) {
    state.withLock { state in
      guard state.founder == connection else { return }
      state.founder = nil
      if !hasFile { state.secret = nil }
    }
  }

  /// The passphrase, for a file that is opened by one.
  func wanted() -> SharedSecret? {
    wished.withLock { $0 = true }
    return secret
  }

  /// Whether a file that is opened by a passphrase was met.
  var isWanted: Bool { wished.withLock { $0 } }
}

extension CredentialService {
  /// Whether the encrypted file opens without asking anybody.
  var canOpenFile: Bool { passphrase == nil || passphrase?.secret != nil }

  private static let triesPerCommand = 3
  /// The fewest bytes of a new passphrase.
  private static let minimumByteCount = 12

  /// Asks for the passphrase of the encrypted file where one is needed and not known yet, and tries it out.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/unavailable`` when nobody gives it: no other store is used.
  func askForPassphrase(_ conversation: any Conversation) async throws(Failure) {
    guard let passphrase else { return }
    guard let kind = try kind() else { return try await askForNewPassphrase(passphrase, conversation) }
    guard kind == .file, passphrase.secret == nil else { return }
    try await refuseOtherKey(passphrase)
    for _ in 0..<Self.triesPerCommand {
      // Somebody else may have given it in the meantime.
      guard passphrase.accept(try await ask("Passphrase of the credential file", conversation)) else { return }
      do throws(CredentialStoreError) {
        _ = try await file.names()
        return
      } catch {
        passphrase.forget()
        guard error.code == .wrongKey, conversation.isInteractive else { throw Failure(error) }
        try await conversation.notify("That passphrase does not open the credential file.", kind: .error)
      }
    }
    throw Failure(.refused, "Three wrong passphrases.", hint: "Try again.")
  }

  /// What opens the file is recorded in it: whoever set something else for this agent must not have the owner asked for it.
  private func refuseOtherKey(_ passphrase: PassphraseCache) async throws(Failure) {
    do throws(CredentialStoreError) { _ = try await file.names() } catch {
      guard error.code == .keyMissing, !passphrase.isWanted else { return }
      throw Failure(
        .configuration, "The credential file is opened by its key file, and file-key (VAULT_FILE_KEY) says passphrase.",
        hint: "Take that setting away, then run vault agent stop.")
    }
  }

  private func askForNewPassphrase(_ passphrase: PassphraseCache, _ conversation: any Conversation)
    async throws(Failure)
  {
    guard passphrase.found(by: conversation.number) else {
      throw Failure(
        .tryLater, "Another program is choosing the passphrase of the credential file at this moment.",
        hint: "If that is not you: vault agent stop, then try again.")
    }
    guard passphrase.secret == nil else { return }
    for _ in 0..<Self.triesPerCommand {
      let first = try await ask("New passphrase for the credential file", conversation)
      guard first.bytes.count >= Self.minimumByteCount else {
        try await conversation.notify("A passphrase has at least \(Self.minimumByteCount) bytes.", kind: .error)
        continue
      }
      let second = try await ask("The same once more", conversation)
      if first.bytes.isEqual(to: second.bytes) {
        guard passphrase.accept(first) else { throw .changedMeanwhile }
        return
      }
      try await conversation.notify("The two differ.", kind: .error)
    }
    throw Failure(.refused, "No passphrase was set.", hint: "Try again, or set file-key (VAULT_FILE_KEY) to key-file.")
  }

  private func ask(_ text: LocalizedText, _ conversation: any Conversation) async throws(Failure) -> SharedSecret {
    if let answer = try await conversation.ask(Prompt(.passphrase, text: text)) { return answer }
    throw Failure(
      .unavailable, "The credential file is opened by a passphrase, and nobody gave it. No other store is used.",
      hint: "Run the command at a terminal.")
  }
}

extension CredentialService {
  /// A connection has ended: what it chose and made no file with is forgotten.
  func forget(_ connection: UInt64) {
    notices.forget(connection)
    guard let passphrase else { return }
    // A record that can't be read tells of no file: then the passphrase is asked for again.
    let hasFile = (try? kind()) == .file
    passphrase.end(connection, hasFile: hasFile)
  }
}
