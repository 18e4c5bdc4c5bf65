internal import AgentAPI
internal import Logging
internal import OwnerVerification
internal import SecretMemory

extension OwnerKeeper {
  /// The owner's header, nil before the first PIN: the one the witness in the credential store says is in force.
  ///
  /// Copies that are missing, damaged or another are written anew from it, never before it is known to be the right one.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/badData`` when the files are gone, or hold none that is in force.
  func header() async throws(Failure) -> OwnerHeader? {
    var change: UInt64
    var witness: HeaderWitness?
    repeat {
      change = headerChanges
      witness = try await credentials.bytes(.headerWitness).flatMap { HeaderWitness(encoded: $0) }
    } while change != headerChanges
    // Nothing waits from here to the choice, so that files and witness are of one time.
    let found = try storedHeaders()
    guard !found.isEmpty else {
      guard witness?.current == nil else { throw .headerGone }
      return nil
    }
    guard let header = witness?.choose(among: found) else { throw .headerNotInForce }
    // In the middle of a change either may be found, and is not to be touched.
    guard !isReplacingHeader else { return header }
    guard writtenHeader.map({ $0 == header }) ?? true else { throw .headerNotInForce }
    try await settle(header, witness)
    return header
  }

  /// The newest header in the files, unchecked: to tell how things are without waiting for the credential store.
  func storedHeader() throws(Failure) -> OwnerHeader? { try storedHeaders().first }

  private func storedHeaders() throws(Failure) -> [OwnerHeader] {
    do { return try headerFile.copies() } catch { throw Failure(error) }
  }

  /// Brings both copies to the header in force, and the witness out of a change that was interrupted.
  private func settle(_ header: OwnerHeader, _ witness: HeaderWitness?) async throws(Failure) {
    do throws(OwnerVerificationError) {
      for repair in try headerFile.repair(with: header) {
        logger.warning("key slots repaired", metadata: ["repair": "\(repair)"])
      }
    } catch { throw Failure(error) }
    guard witness?.next != nil else { return }
    isReplacingHeader = true
    defer { isReplacingHeader = false }
    try await credentials.setBytes(HeaderWitness(of: header).encoded, for: .headerWitness)
  }

  /// The header and this device's secrets.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/refused`` when no PIN was ever set, with ``Failure/Code/badData`` as
  ///   ``header()``.
  func lockbox() async throws(Failure) -> (header: OwnerHeader, secrets: DeviceSecrets) {
    guard let header = try await header() else {
      throw Failure(.refused, "No PIN has been set yet.", hint: "Set one with vault pin set.")
    }
    guard let secrets = try await credentials.deviceSecrets() else {
      throw Failure(
        .unavailable, "This device's keys are missing, and the vault can't be opened without them.",
        hint: "Put the key files back, or restore a backup with vault restore.")
    }
    return (header, secrets)
  }

  /// The header, proven to be this device's: what is sealed to a public half that somebody exchanged would be theirs.
  ///
  /// - Returns: nil before the first PIN.
  /// - Throws: ``Failure`` with ``Failure/Code/badData`` when the header was not written under this device's key.
  func provenHeader() async throws(Failure) -> OwnerHeader? {
    guard try await header() != nil else { return nil }
    let (header, secrets) = try await lockbox()
    do throws(OwnerVerificationError) {
      guard try header.isIntact(under: secrets.deviceKey.bytes) else {
        throw OwnerVerificationError(.wrongDeviceKey, "the owner's header and the device key do not belong together")
      }
    } catch { throw Failure(error) }
    return header
  }

  /// Replaces `former`, and nothing else. A crash at any point leaves a header that the witness knows.
  ///
  /// - Parameter prove: opens the header that was written with the new secret; what it throws puts the older one back.
  func replaceHeader(
    _ former: OwnerHeader?, with next: OwnerHeader,
    prove: @escaping @Sendable (OwnerHeader) throws(OwnerVerificationError) -> Void = { _ in }
  ) async throws(Failure) {
    guard !isReplacingHeader else { throw Failure(OwnerVerificationError(.superseded, "the owner's header")) }
    isReplacingHeader = true
    defer {
      isReplacingHeader = false
      headerChanges += 1
    }
    try await credentials.setBytes(HeaderWitness(from: former, to: next).encoded, for: .headerWitness)
    try await work.run { [headerFile] () throws(OwnerVerificationError) in
      try headerFile.replace(former, with: next, prove: prove)
    }
    writtenHeader = next
    do throws(Failure) {
      try await credentials.setBytes(HeaderWitness(of: next).encoded, for: .headerWitness)
    } catch {
      // The change is in force, and must be told as that; the next look at the header settles the witness.
      logger.warning("the witness of the key slots is behind", metadata: ["reason": "\(error.message)"])
    }
  }

  /// Refuses the header of another owner than this vault had: whose backup is restored here, would receive every later text.
  func refuseOtherOwner(_ header: OwnerHeader) async throws(Failure) {
    guard let witness = try await credentials.bytes(.headerWitness).flatMap({ HeaderWitness(encoded: $0) }) else {
      return
    }
    guard witness.current == nil || witness.isSameOwner(header) else {
      throw Failure(
        .refused, "That backup is of another owner than this vault had.",
        hint: "Restore it into an empty data directory: set VAULT_DATA_DIR to a new one.")
    }
  }
}

extension Failure {
  fileprivate static let headerGone = Failure(
    .badData, "The files with the key slots, owner and owner.copy, are gone from the data directory.",
    hint: "Put one of them back, or restore a backup with vault restore. Nothing else was lost.")

  fileprivate static let headerNotInForce = Failure(
    .badData, "The key slots are not the ones in force: an older file was put back, or the credential store was.",
    hint: "Put the newer owner file back; or restore a backup into an empty data directory with vault restore.")
}
