internal import AgentAPI
internal import Localization
internal import OwnerVerification
internal import Sealing
internal import SecretMemory

extension OwnerService {
  /// What the owner has confirmed, as far as this agent can prove that now: before the first unlock, under the device key and by
  /// two notes; every unlock proves it under the owner's own MAC. What can't be proved confirms nothing.
  func ownersWord() async -> OwnerConfirmation {
    let nothing = OwnerConfirmation.given(ConfirmedSettings())
    do throws(Failure) {
      let (headers, notes) = try await readHeaders()
      guard let header = headers.first else { return .noOwner }
      let deviceKey = try await lockbox().secrets.deviceKey
      let isIntact: Bool
      do { isIntact = try header.isIntact(under: deviceKey.bytes) } catch { return nothing }
      let isNamed = [HeaderAnchors.Place.credentialStore, .taskDatabase].allSatisfy {
        notes[$0].witness?.names(header) ?? false
      }
      return isIntact && (isNamed || header == verifiedHeader) ? .given(header.terms.confirmed) : nothing
    } catch { return nothing }
  }

  /// What the file with the key slots says that the owner has confirmed: to tell how things are, without waiting for the
  /// credential store.
  func claimedWord() -> OwnerConfirmation {
    do throws(Failure) { return try storedHeader().map { .given($0.terms.confirmed) } ?? .noOwner } catch {
      return .given(ConfirmedSettings())
    }
  }

  /// Writes down what the owner confirms, after a fresh PIN or recovery code.
  ///
  /// - Parameter update: makes it of what the owner has confirmed before, as the verification proves it.
  func confirm(
    _ conversation: any Conversation, _ update: @escaping @Sendable (inout ConfirmedSettings) -> Void
  ) async throws(Failure) {
    guard try await header() != nil else {
      throw Failure(
        .refused, "Without a PIN there is nothing to confirm with: settings count as they are set.",
        hint: "Set one with vault pin set.")
    }
    let owner = try await verifyAfresh(conversation)
    let secrets = try await lockbox().secrets
    var settings = owner.header.terms.confirmed
    update(&settings)
    let next = try await executor.run { [settings] () throws(OwnerVerificationError) in
      let header = try OwnerKeys(parameters: .standard).updating(
        owner.verified, confirmed: settings, deviceKey: secrets.deviceKey.bytes)
      return SharedOwner(try owner.verified.verified(of: header))
    }
    try await replaceHeader(owner.header, by: next)
    lock(.keysChanged)
  }
}
