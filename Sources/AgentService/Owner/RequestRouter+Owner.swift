internal import AgentAPI

extension RequestRouter {
  /// Requests about PIN, recovery code and verification, to unlock and to lock.
  mutating func route(to owner: OwnerController, _ lock: LockController) {
    on(SetPIN.self) { (request, conversation) throws(Failure) in
      Acknowledgement(
        try await owner.setPIN(recovery: request.recovery, confirm: request.confirmRecovery, conversation))
    }
    on(ChangePIN.self) { (_, conversation) throws(Failure) in Acknowledgement(try await owner.changePIN(conversation)) }
    on(RemovePIN.self) { (_, conversation) throws(Failure) in Acknowledgement(try await owner.removePIN(conversation)) }
    on(CreateRecoveryCode.self) { (_, conversation) throws(Failure) in
      Acknowledgement(try await owner.createRecoveryCode(conversation))
    }
    on(UseVerification.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await owner.useVerification(request.method, conversation))
    }
    on(UnlockVault.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await lock.unlock(everywhere: request.everywhere, conversation))
    }
    on(LockVault.self) { (_) throws(Failure) in Acknowledgement(await lock.lock(forget: false)) }
    on(LockVaultAndForget.self) { (_) throws(Failure) in Acknowledgement(await lock.lock(forget: true)) }
    on(StopAgent.self) { (_) throws(Failure) in Acknowledgement(await lock.stop()) }
  }
}
