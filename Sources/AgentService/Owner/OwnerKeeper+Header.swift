internal import AgentAPI
internal import Logging
internal import OwnerVerification
internal import SecretMemory

extension OwnerKeeper {
  /// The owner's header, nil before the first PIN.
  func header() throws(Failure) -> OwnerHeader? {
    do throws(OwnerVerificationError) {
      let loaded = try headerFile.load()
      for repair in loaded?.repairs ?? [] { logger.warning("key slots repaired", metadata: ["repair": "\(repair)"]) }
      return loaded?.header
    } catch { throw Failure(error) }
  }

  /// The header and this device's secrets.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/refused`` when no PIN was ever set, with ``Failure/Code/badData`` when the
  ///   header is not the one in force.
  func lockbox() async throws(Failure) -> (header: OwnerHeader, secrets: DeviceSecrets) {
    guard let header = try header() else {
      throw Failure(.refused, "No PIN has been set yet.", hint: "Set one with vault pin set.")
    }
    guard let secrets = try await credentials.deviceSecrets() else {
      throw Failure(
        .unavailable, "This device's keys are missing, and the vault can't be opened without them.",
        hint: "Put the key files back, or restore a backup with vault restore.")
    }
    try await check(header)
    return (header, secrets)
  }

  /// The header, proven to be this device's: what is sealed to a public half that somebody exchanged would be theirs.
  ///
  /// - Returns: nil before the first PIN.
  /// - Throws: ``Failure`` with ``Failure/Code/badData`` when the header was not written under this device's key.
  func provenHeader() async throws(Failure) -> OwnerHeader? {
    guard try header() != nil else { return nil }
    let (header, secrets) = try await lockbox()
    do throws(OwnerVerificationError) {
      guard try header.isIntact(under: secrets.deviceKey.bytes) else {
        throw OwnerVerificationError(.wrongDeviceKey, "the owner's header and the device key do not belong together")
      }
    } catch { throw Failure(error) }
    return header
  }

  /// Replaces `former`, and nothing else, with the witness's knowledge: a crash at any point leaves a header that the
  /// witness knows.
  ///
  /// - Parameter prove: opens the header that was written with the new secret; what it throws puts the older one back.
  func replaceHeader(
    _ former: OwnerHeader?, with next: OwnerHeader,
    prove: @escaping @Sendable (OwnerHeader) throws(OwnerVerificationError) -> Void = { _ in }
  ) async throws(Failure) {
    guard !isReplacingHeader else { throw Failure(OwnerVerificationError(.superseded, "the owner's header")) }
    isReplacingHeader = true
    defer { isReplacingHeader = false }
    guard try header() == former else { throw Failure(OwnerVerificationError(.superseded, "the owner's header")) }
    try await credentials.setBytes(HeaderWitness(from: former, to: next).encoded, for: .headerWitness)
    try await work.run { [headerFile] () throws(OwnerVerificationError) in
      try headerFile.replace(former, with: next, prove: prove)
    }
    try await credentials.setBytes(HeaderWitness(of: next).encoded, for: .headerWitness)
  }

  /// Refuses a header that is not the one in force.
  private func check(_ header: OwnerHeader) async throws(Failure) {
    let witness = try await credentials.bytes(.headerWitness).flatMap { HeaderWitness(encoded: $0) }
    switch witness?.isInForce(header) {
    case true: return
    case false where isReplacingHeader: return
    case false:
      // The change was interrupted after its file was written. From now on the older header is one of old.
      try await credentials.setBytes(HeaderWitness(of: header).encoded, for: .headerWitness)
    default:
      throw Failure(
        .badData, "The key slots are not the ones in force: an older file was put back, or the credential store was.",
        hint: "Put the newer owner file back; or restore a backup into an empty data directory with vault restore.")
    }
  }
}
