internal import AgentAPI
internal import TaskStore

/// Controllers of protected texts and of their owner.
extension AgentParts {
  /// What opens texts.
  var opener: TextOpener { TextOpener(records: records, confirmed: confirmed) }

  /// What seals texts.
  var sealing: TextSealing {
    TextSealing(owner: owner, access: access, confirmed: confirmed, names: names, records: records)
  }

  /// Requests that give a task a protected text.
  var protectedTaskController: ProtectedTaskController {
    ProtectedTaskController(edits: edits, sealing: sealing, records: records, confirmed: confirmed)
  }

  /// The request to show protected texts.
  var revealController: RevealController {
    RevealController(names: names, access: access, confirmed: confirmed, opener: opener, owner: owner)
  }

  /// The request for a one-time code.
  var codeController: CodeController {
    CodeController(edits: edits, access: access, confirmed: confirmed, opener: opener, sealing: sealing, owner: owner)
  }

  /// The request to protect ordinary tasks.
  var protectController: ProtectController {
    ProtectController(
      tasks: tasks, edits: edits, sealing: sealing, records: records, confirmed: confirmed, inbox: redactions)
  }

  /// The request to take protection away.
  var unprotectController: UnprotectController {
    UnprotectController(
      foreignLog: tasks as? any ForeignTaskStore, edits: edits, access: access, confirmed: confirmed, opener: opener)
  }

  /// The request that texts ask at every reveal, or no more.
  var alwaysVerifyController: AlwaysVerifyController {
    AlwaysVerifyController(edits: edits, access: access, confirmed: confirmed, opener: opener, records: records)
  }

  /// Requests about PIN, recovery code and verification.
  var ownerController: OwnerController { OwnerController(owner: owner, access: access) }

  /// Requests to unlock and to lock.
  var lockController: LockController { LockController(owner: owner, access: access) }

  /// Requests about the access log.
  var accessLogController: AccessLogController { AccessLogController(log: accessLog, access: access) }

  /// Requests about settings.
  var settingsController: SettingsController {
    SettingsController(
      policy: policy, owner: owner, access: access,
      file: ConfigurationFile(path: paths.config + "/config.json", environment: surroundings.environment))
  }
}
