internal import AgentAPI

extension RequestRouter {
  /// Requests about the credential store and backups.
  mutating func route(
    to store: CredentialStoreController, _ backup: BackupController, _ restore: RestoreController,
    _ texts: RestoreTextsController
  ) {
    on(ShowStore.self) { (_) throws(Failure) in try await store.status() }
    on(CheckStore.self) { (_) throws(Failure) in try await store.check() }
    on(MigrateStore.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await store.migrate(to: request.to, conversation))
    }
    on(AcceptStoreRollback.self) { (_) throws(Failure) in Acknowledgement(try await store.acceptRollback()) }
    on(CreateBackup.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await backup.backup(to: request.path, conversation))
    }
    on(RestoreBackup.self) { (request, conversation) throws(Failure) in
      let path = request.path
      if request.textsOnly { return Acknowledgement(try await texts.restoreTexts(from: path, conversation)) }
      return Acknowledgement(try await restore.restore(from: path, conversation))
    }
  }
}
