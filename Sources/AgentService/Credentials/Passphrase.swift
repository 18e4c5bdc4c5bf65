internal import AgentAPI
internal import CredentialStore
internal import SecretMemory
internal import Synchronization

/// The passphrase of the encrypted file: asked for once, kept until the agent ends.
final class Passphrase: Sendable {
  private let known = Mutex<SharedSecret?>(nil)
  private let wished = Mutex(false)

  /// The passphrase, nil as long as nobody has given it.
  var secret: SharedSecret? {
    get { known.withLock { $0 } }
    set { known.withLock { $0 = newValue } }
  }

  /// The passphrase, for a file that is opened by one.
  func wanted() -> SharedSecret? {
    wished.withLock { $0 = true }
    return secret
  }

  /// Whether a file that is opened by a passphrase was met.
  var isWanted: Bool { wished.withLock { $0 } }
}

extension CredentialRoom {
  /// Whether the encrypted file opens without asking anybody.
  var canOpenFile: Bool { passphrase == nil || passphrase?.secret != nil }

  private static let triesPerCommand = 3
  /// The fewest bytes of a new passphrase.
  private static let minimumByteCount = 12

  /// Asks for the passphrase of the encrypted file where one is needed and not known yet, and tries it out.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/unavailable`` when nobody gives it: no other store is used.
  func askForPassphrase(_ conversation: any Conversation) async throws(Failure) {
    guard let passphrase, passphrase.secret == nil else { return }
    guard let kind = try kind() else { return try await askForNewPassphrase(passphrase, conversation) }
    guard kind == .file else { return }
    try await refuseOtherKey(passphrase)
    for _ in 0..<Self.triesPerCommand {
      passphrase.secret = try await ask("Passphrase of the credential file", conversation)
      do throws(CredentialStoreError) {
        _ = try await file.names()
        return
      } catch {
        passphrase.secret = nil
        guard error.code == .wrongKey, conversation.isInteractive else { throw Failure(error) }
        try await conversation.tell("That passphrase does not open the credential file.", kind: .error)
      }
    }
    throw Failure(.refused, "Three wrong passphrases.", hint: "Try again.")
  }

  /// What opens the file is recorded in it: whoever set something else for this agent must not have the owner asked for it.
  private func refuseOtherKey(_ passphrase: Passphrase) async throws(Failure) {
    do throws(CredentialStoreError) { _ = try await file.names() } catch {
      guard error.code == .keyMissing, !passphrase.isWanted else { return }
      throw Failure(
        .configuration, "The credential file is opened by its key file, and file-key (VAULT_FILE_KEY) says passphrase.",
        hint: "Take that setting away, then run vault agent stop.")
    }
  }

  private func askForNewPassphrase(_ passphrase: Passphrase, _ conversation: any Conversation) async throws(Failure) {
    for _ in 0..<Self.triesPerCommand {
      let first = try await ask("New passphrase for the credential file", conversation)
      guard first.bytes.count >= Self.minimumByteCount else {
        try await conversation.tell("A passphrase has at least \(Self.minimumByteCount) bytes.", kind: .error)
        continue
      }
      let second = try await ask("The same once more", conversation)
      if first.bytes.isEqual(to: second.bytes) {
        passphrase.secret = first
        return
      }
      try await conversation.tell("The two differ.", kind: .error)
    }
    throw Failure(.refused, "No passphrase was set.", hint: "Try again, or set file-key (VAULT_FILE_KEY) to key-file.")
  }

  private func ask(_ text: String, _ conversation: any Conversation) async throws(Failure) -> SharedSecret {
    if let answer = try await conversation.ask(Prompt(.passphrase, text: text)) { return answer }
    throw Failure(
      .unavailable, "The credential file is opened by a passphrase, and nobody gave it. No other store is used.",
      hint: "Run the command at a terminal.")
  }
}

extension Request {
  /// Whether carrying it out may touch the credential store.
  var needsCredentials: Bool {
    switch self {
    case .login, .whoami, .addProtected, .reveal, .unlock, .pin, .createRecoveryCode, .useVerification, .verifyLog,
      .backup, .restore, .settings(.confirm):
      true
    case .logout(let forget): forget
    case .store(let request): request != .status
    // A change asks where it finds sealed texts concerned.
    default: false
    }
  }
}
