internal import AgentAPI
internal import Glibc
internal import Localization
internal import OwnerVerification
internal import Sealing
internal import SecretMemory

extension OwnerService {
  /// Changes how the owner is verified, after a fresh PIN or recovery code. It stands in the header, under the owner's MAC.
  func use(_ method: OwnerHeader.Method, _ conversation: any Conversation) async throws(Failure) {
    let beginning = self.beginning
    let owner = try await verifyAfresh(conversation)
    if method == .system { try checkSystemVerification(of: owner) }
    let secrets = try await lockbox().secrets
    let next = try await executor.run { () throws(OwnerVerificationError) in
      let header = try OwnerKeys(parameters: .standard).updating(
        owner.verified, method: method, deviceKey: secrets.deviceKey.bytes)
      return SharedOwner(try owner.verified.verified(of: header))
    }
    try await replaceHeader(owner.header, by: next)
    renew(next)
    if method == .system, beginning == self.beginning { wrap(next) }
  }

  private func checkSystemVerification(of owner: Verified) throws(Failure) {
    do { _ = try WrappedOwnerKey(wrapping: owner.verified) } catch {
      throw Failure(
        .unavailable, "The kernel keeps no keys for this process, so the system can't unlock the vault.",
        hint: "Stay with the PIN.")
    }
    guard access(systemServiceDirectory + "/vault", R_OK) == 0 else {
      throw Failure(
        .configuration, "The PAM service \u{201C}vault\u{201D} is not set up.",
        hint: "Install it with make install-pam, or copy packaging/pam/vault to /etc/pam.d/vault.")
    }
  }
}

extension VerificationMethod {
  /// As the wire names it.
  init(_ method: OwnerHeader.Method) {
    self =
      switch method {
      case .pin: .pin
      case .system: .pam
      }
  }
}
