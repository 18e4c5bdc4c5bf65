internal import AgentAPI

extension RequestRouter {
  /// Requests that seal and open texts.
  mutating func route(
    to protected: ProtectedTaskController, _ reveal: RevealController, _ protect: ProtectController,
    _ unprotect: UnprotectController, _ asking: AlwaysVerifyController
  ) {
    on(AddProtectedTask.self) { (request, conversation) throws(Failure) in
      try await protected.add(request.draft, hasSubtasks: request.hasSubtasks, conversation)
    }
    on(EditText.self) { (request, conversation) throws(Failure) in
      try await protected.editText(of: request.task, hasSubtasks: request.hasSubtasks, conversation)
    }
    on(RevealTexts.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await reveal.reveal(request.task, isFollowed: request.isFollowed, conversation))
    }
    on(ProtectTasks.self) { (request, conversation) throws(Failure) in
      try await protect.protect(
        request.tasks, label: request.label, alwaysVerify: request.alwaysVerify, request.destruction, conversation)
    }
    on(UnprotectTasks.self) { (request, conversation) throws(Failure) in
      try await unprotect.unprotect(request.tasks, conversation)
    }
    on(SetAlwaysVerify.self) { (request, conversation) throws(Failure) in
      try await asking.setAlwaysVerify(request.isOn, of: request.tasks, conversation)
    }
  }
}
