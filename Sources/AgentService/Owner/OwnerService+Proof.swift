internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import Logging
internal import OwnerVerification
internal import Sealing
internal import SecretMemory
internal import StrictJSON
internal import TaskStore

extension OwnerService {
  /// Takes the header that the owner was verified by as the one in force, if it is: an older one that was put back opens its
  /// own slots, and is still not. Copies and notes that are bent, or gone, are written anew and reported; the legacy format comes out in
  /// the present one.
  ///
  /// Comes before the attempts begin anew, so that the PIN of an older header does not reset them.
  ///
  /// - Returns: the owner, by the header that is in force now.
  func accept(_ owner: Verified, _ secrets: DeviceSecrets) async throws(Failure) -> Verified {
    guard try await candidates().contains(owner.header) else { throw .slotsChanged }
    let change = headerChanges
    let notes = try await notes()
    // Nothing waits from here until it is taken.
    guard !isReplacingHeader, change == headerChanges else { throw .slotsChanged }
    let isAlone = try storedHeaders() == [owner.header]
    let repairs = try OwnerVerificationError.asFailure(now: notes.compared(with: owner.verified, isAlone: isAlone))
    try repairCopies(with: owner, notes)
    verifiedHeader = owner.header
    for place in repairs.foreign {
      credentials.notifyOwner(
        "The note of your key slots in \(place.name) was missing or replaced; it has been rewritten.")
    }
    guard owner.header.isLegacyFormat else {
      await recordHeader(of: owner, in: repairs.places.filter { $0 != .credentialStore })
      if notes.announcesUpdate(to: owner.header) { await reportUpdate() } else { await reportRecordedMethod() }
      await recordHeader(of: owner, in: repairs.places.filter { $0 == .credentialStore })
      return owner
    }
    return try await upgraded(owner, secrets)
  }

  private func repairCopies(with owner: Verified, _ notes: HeaderAnchors) throws(Failure) {
    let others = try storedHeaders().filter { $0 != owner.header }
    let repairs: [CopyRepair]
    let isInterrupted: Bool
    do throws(OwnerVerificationError) {
      isInterrupted = try notes.announceChange(between: owner.header, others, by: owner.verified)
      repairs = try headerFile.repair(with: owner.header)
    } catch { throw Failure(error) }
    guard !repairs.isEmpty else { return }
    for repair in repairs { logger.warning("key slots repaired", metadata: ["repair": "\(repair)"]) }
    if isInterrupted, repairs.count == others.count { return }
    credentials.notifyOwner("A copy of your key slots was damaged, or not the one in force; the other one served.")
  }

  // MARK: The legacy format

  /// Writes a header of the legacy format in the present one.
  private func upgraded(_ owner: Verified, _ secrets: DeviceSecrets) async throws(Failure) -> Verified {
    try await texts.beginAtUpgrade(of: owner)
    let next = try await executor.run { () throws(OwnerVerificationError) in
      let header = try OwnerKeys(parameters: .standard).updating(
        owner.verified, hasOwnedList: true, deviceKey: secrets.deviceKey.bytes)
      return SharedOwner(try owner.verified.verified(of: header))
    }
    try await replaceHeader(owner.header, by: next)
    return next
  }

  /// What the owner is to know of the update. Whoever finishes one that was interrupted tells it, too.
  func reportUpdate() async {
    credentials.notifyOwner(
      "Since the update you confirm a protected text by revealing it. Until then each is listed as not yet confirmed."
    )
    let chosen = await removeRecordedMethod()
    if chosen != nil, chosen != .pin {
      credentials.notifyOwner(
        "Since the update the way of verification is authenticated by your own key. The earlier choice can't be verified, so the "
          + "PIN unlocks the vault. Choose the system again with vault verification use pam.")
    }
  }

  /// The way of verification stands in the header. What lies in its place of old was put there by others.
  private func reportRecordedMethod() async {
    guard await removeRecordedMethod() != nil else { return }
    credentials.notifyOwner(
      "The way of verification was changed elsewhere; that counts for nothing. vault verification use changes it.")
  }

  /// Takes the record of former versions away.
  ///
  /// - Returns: what it said; nil when there was none.
  private func removeRecordedMethod() async -> VerificationMethod? {
    do throws(TaskStoreError) {
      guard let bytes = try await credentials.state.state(.verification) else { return nil }
      try await credentials.state.setState(nil, for: .verification)
      do { return try StoredJSON.decode(VerificationMethod.self, from: bytes) } catch { return .unknown }
    } catch {
      logger.warning("an outdated record could not be removed", metadata: ["reason": "\(Failure(error).message)"])
      return nil
    }
  }
}

extension Failure {
  /// The slots are others by now.
  static let slotsChanged = Failure(OwnerVerificationError(.superseded, "the owner's header"))
}
