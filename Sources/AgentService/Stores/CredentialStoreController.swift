internal import AgentAPI
internal import CredentialStore
internal import Localization
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

/// Changes which credentials are the true ones, and where they are.
protocol CredentialStoreChanging: Sendable {
  /// Takes the encrypted file as it is, though a newer one was seen.
  func acceptRollback() async throws(CredentialStoreError)

  /// Forgets how far the encrypted file had come, as the task database knows it.
  func forgetGeneration() async throws(TaskStoreError)

  /// Moves everything to the store of a kind.
  ///
  /// - Returns: how many credentials are there then.
  func move(
    to kind: CredentialStoreKind, progress: @Sendable (StoreMigration.Progress) -> Void
  ) async throws(CredentialStoreError) -> Int
}

extension CredentialService: CredentialStoreChanging {
  func acceptRollback() async throws(CredentialStoreError) { try await file.acceptRollback() }

  func forgetGeneration() async throws(TaskStoreError) { try await state.setState(nil, for: .credentialGeneration) }

  func move(
    to kind: CredentialStoreKind, progress: @Sendable (StoreMigration.Progress) -> Void
  ) async throws(CredentialStoreError) -> Int {
    try await StoreMigration(selection).run(to: kind, progress: progress)
  }
}

/// The owner of what is in the credential store.
protocol CredentialStoreOwner: Sendable {
  /// The owner's header; nil before the first PIN.
  func header() async throws(Failure) -> OwnerHeader?

  /// Drops what was noted of the header outside of the credential store.
  func forgetNotes() async throws(Failure)
}

extension OwnerService: CredentialStoreOwner {}

/// The requests about the credential store.
struct CredentialStoreController: Sendable {
  let inspector: CredentialStoreInspector
  let lostTexts: LostTextFinder
  let stores: any CredentialStoreChanging
  let owner: any CredentialStoreOwner
  let access: any OwnerAccessing

  /// Which store, why and where; unlocks and asks nothing.
  func status() async throws(Failure) -> StoreStatus { try await inspector.status() }

  /// Reads and verifies every record, and looks for the texts of all protected tasks.
  func check() async throws(Failure) -> StoreStatus {
    var status = try await inspector.check()
    guard status.wasChecked else { return status }
    // A damaged record is already in the list by its own id.
    status.damaged += try await lostTexts.lost().filter { !$0.isDamaged }.map { "text of task \($0.task.id)" }
    return status
  }

  /// Takes the encrypted file as the true one, though it is older than it was.
  ///
  /// - Returns: what was done, as a sentence.
  func acceptRollback() async throws(Failure) -> LocalizedText {
    guard try inspector.selection.kind() == .file else {
      throw Failure(.usage, "Only the encrypted file knows its age, and this vault uses the keyring.")
    }
    // Nobody can be verified here: the secrets that takes lie in the very store that is refused.
    try await CredentialStoreError.asFailure(await stores.acceptRollback())
    try await owner.forgetNotes()
    try await TaskStoreError.asFailure(await stores.forgetGeneration())
    return "The credential file as it is now is accepted."
  }

  /// Moves everything to the other store; only after a fresh verification, and only where the owner has a PIN.
  ///
  /// - Returns: what was done, as a sentence.
  func migrate(to kind: StoreKind, _ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    guard let target = CredentialStoreKind(rawValue: kind.rawValue) else {
      throw Failure(.usage, "There is no such store.", hint: "Give secret-service or file.")
    }
    try await access.log("migrate", nil, conversation) { () throws(Failure) in
      if try await owner.header() != nil { _ = try await access.verifyAfresh(conversation) }
    }
    // Another preference than the target would refuse what was moved; the configuration has to follow.
    if let configured = inspector.configured, configured != kind {
      throw Failure(
        .configuration, "The configuration says \(configured.rawValue).",
        hint: "Set credential-store to \(kind.rawValue) or auto, run vault agent stop, then migrate.")
    }
    let count = try await CredentialStoreError.asFailure(
      await stores.move(to: target) { progress in
        conversation.report(
          Progress(activity: "\(progress.step.rawValue)", completed: progress.done, total: progress.total))
      })
    return "\(count) credentials are in \(kind.rawValue) now."
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to store: CredentialStoreController) {
    on(ShowStore.self) { (_) throws(Failure) in try await store.status() }
    on(CheckStore.self) { (_) throws(Failure) in try await store.check() }
    on(MigrateStore.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await store.migrate(to: request.to, conversation))
    }
    on(AcceptStoreRollback.self) { (_) throws(Failure) in Acknowledgement(try await store.acceptRollback()) }
  }
}
