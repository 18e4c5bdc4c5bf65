internal import AgentAPI
internal import Localization

extension RequestSamples {
  /// Requests about PIN, recovery code and lock.
  static let owner: [RequestSample] = [
    RequestSample(StopAgent(), #"{"stop":{}}"#),
    RequestSample(UnlockVault(everywhere: true), #"{"unlock":{"everywhere":true}}"#),
    RequestSample(
      anotherForm: UnlockVault(everywhere: false, goesOn: true), #"{"unlock":{"everywhere":false,"goesOn":true}}"#),
    RequestSample(
      LockVault(), #"{"lock":{}}"#, reply: Frozen(Acknowledgement("Locked."), #"{"message":"Locked."}"#),
      command: CommandSample("lock", prints: "Locked.\n", after: [])),
    RequestSample(LockVaultAndForget(), #"{"lockAndForget":{}}"#),
    RequestSample(
      SetPIN(recovery: true, confirmRecovery: true), #"{"setPIN":{"recovery":true,"confirmRecovery":true}}"#),
    RequestSample(ChangePIN(), #"{"changePIN":{}}"#),
    RequestSample(RemovePIN(), #"{"removePIN":{}}"#),
    RequestSample(CreateRecoveryCode(), #"{"createRecoveryCode":{}}"#),
    RequestSample(UseVerification(method: .pam), #"{"useVerification":{"method":"pam"}}"#),
  ]
}
