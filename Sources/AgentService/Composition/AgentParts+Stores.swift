/// Controllers of the credential store and of backups.
extension AgentParts {
  /// Which credential store there is.
  var storeInspector: CredentialStoreInspector {
    CredentialStoreInspector(
      selection: credentials, file: credentials.file, keyring: credentials.keyring,
      configured: settings.credentialStore)
  }

  /// What finds lost texts.
  var lostTexts: LostTextFinder { LostTextFinder(names: names, records: records) }

  /// Requests about the credential store.
  var credentialStoreController: CredentialStoreController {
    CredentialStoreController(
      inspector: storeInspector, lostTexts: lostTexts, stores: credentials, owner: owner, access: access)
  }

  /// The request to write a backup.
  var backupController: BackupController {
    BackupController(
      names: names, records: records, confirmed: confirmed, states: states, owner: owner, access: access)
  }

  /// The request to take a whole backup in.
  var restoreController: RestoreController {
    RestoreController(
      tasks: tasks, states: states, reminders: reminders, records: records, confirmed: confirmed, accessLog: accessLog,
      owner: owner)
  }

  /// The request to give tasks their lost texts back.
  var restoreTextsController: RestoreTextsController {
    RestoreTextsController(lostTexts: lostTexts, records: records, owner: owner, access: access)
  }

  /// The request to erase everything.
  var erasureController: ErasureController {
    ErasureController(
      owner: owner, access: access, device: ServerDevice(inbox: inbox), credentials: credentials,
      tasks: stores.files(of: stores.kind), paths: paths)
  }
}
