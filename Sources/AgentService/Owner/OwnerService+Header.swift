internal import AgentAPI
internal import Localization
internal import Logging
internal import OwnerVerification
internal import SecretMemory

extension OwnerService {
  /// The owner's header, nil before the first PIN: the one this agent has proven, or else the one that most notes name, which
  /// nobody has proven yet.
  ///
  /// - Throws: as ``candidates()``.
  func header() async throws(Failure) -> OwnerHeader? { try await candidates().first }

  /// The headers in the files, the one to be tried first at the front; empty before the first PIN. Once this agent has proven one,
  /// no file brings another.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/badData`` when the files are gone, or none of them is the proven one.
  func candidates() async throws(Failure) -> [OwnerHeader] { try await readHeaders().headers }

  /// The headers as ``candidates()``, and what was noted of them at that time.
  func readHeaders() async throws(Failure) -> (headers: [OwnerHeader], notes: HeaderAnchors) {
    var change: UInt64
    var notes: HeaderAnchors
    repeat {
      change = headerChanges
      notes = try await self.notes()
    } while change != headerChanges
    // Nothing waits from here to the choice, so that files and notes are of one time.
    let found = try storedHeaders()
    guard !found.isEmpty else {
      guard verifiedHeader == nil, !notes.recordsOwner else { throw .headerGone }
      return ([], notes)
    }
    guard let verifiedHeader else { return (notes.ordered(found), notes) }
    // In the middle of a change either may be found.
    let known = [verifiedHeader, nextHeader].compactMap { $0 }.filter { found.contains($0) }
    guard !known.isEmpty else { throw .headerNotInForce }
    return (known, notes)
  }

  /// A header in the files, unchecked: to tell how things are without waiting for the credential store.
  func storedHeader() throws(Failure) -> OwnerHeader? {
    let found = try storedHeaders()
    return found.first { $0 == verifiedHeader } ?? found.first
  }

  func storedHeaders() throws(Failure) -> [OwnerHeader] {
    try OwnerVerificationError.asFailure(now: headerFile.copies())
  }

  /// The header and this device's secrets.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/refused`` when no PIN was ever set, with ``Failure/Code/badData`` as
  ///   ``header()``.
  func lockbox() async throws(Failure) -> (header: OwnerHeader, secrets: DeviceSecrets) {
    guard let header = try await header() else {
      throw Failure(.refused, "No PIN has been set yet.", hint: "Set one with vault pin set.")
    }
    return (header, try await knownSecrets())
  }

  private func knownSecrets() async throws(Failure) -> DeviceSecrets {
    if let secrets = try await credentials.deviceSecrets() { return secrets }
    throw Failure(
      .unavailable, "This device's keys are missing, and the vault can't be opened without them.",
      hint: "Put the key files back, or restore a backup with vault restore.")
  }

  /// Whom new texts are sealed to: the owner this agent has proven, or else the one that header, witness and task database agree
  /// on. What is sealed to a public half that somebody exchanged would be theirs.
  ///
  /// - Returns: nil before the first PIN.
  /// - Throws: ``Failure`` with ``Failure/Code/badData`` when they don't agree, or the header was not written under this device's key.
  func recipient() async throws(Failure) -> SealingRecipient? {
    let (headers, notes) = try await readHeaders()
    guard !headers.isEmpty else { return nil }
    let header = try intact(of: headers, try await knownSecrets())
    if let verifiedHeader {
      guard let known = SealingRecipient(header, verified: OwnerIdentity(of: verifiedHeader)) else {
        throw .headerNotInForce
      }
      return known
    }
    guard let witness = notes[.credentialStore].witness,
      !header.isLegacyFormat || (witness.generation == 0 && notes[.stateDirectory] == .missing),
      let agreed = SealingRecipient(header, witness: witness.owner, recorded: notes[.taskDatabase].witness?.owner)
    else { throw .recipientUnknown }
    return agreed
  }

  /// The first of these headers that was written under this device's key: a copy that somebody bent must not stand before the other.
  private func intact(of headers: [OwnerHeader], _ secrets: DeviceSecrets) throws(Failure) -> OwnerHeader {
    do throws(OwnerVerificationError) {
      for header in headers where try header.isIntact(under: secrets.deviceKey.bytes) { return header }
      throw OwnerVerificationError(.wrongDeviceKey, "the owner's header and the device key do not belong together")
    } catch { throw Failure(error) }
  }

  /// Replaces `former`, and nothing else. A crash at any point leaves a header that a note knows.
  ///
  /// - Parameters:
  ///   - owner: the owner, proven by the new header.
  ///   - verify: opens the header that was written with the new secret; what it throws puts the older one back.
  ///   - prepare: does what has to be done before there is such a header, once nobody else can write one: what it writes belongs to this owner.
  func replaceHeader(
    _ former: OwnerHeader?, by owner: Verified,
    verify: @escaping @Sendable (OwnerHeader) throws(OwnerVerificationError) -> Void = { _ in },
    preparing prepare: () async throws(Failure) -> Void = {}
  ) async throws(Failure) {
    guard !isReplacingHeader, try storedHeaders() == [former].compactMap({ $0 }) else { throw .slotsChanged }
    let next = owner.header
    isReplacingHeader = true
    nextHeader = next
    defer {
      isReplacingHeader = false
      nextHeader = nil
      headerChanges += 1
    }
    try await prepare()
    let announcement = try OwnerVerificationError.asFailure(
      now: HeaderAnchor(from: former, to: next, by: owner.verified))
    try await credentials.setBytes(announcement.encoded, for: .headerWitness)
    try await executor.run { [headerFile] () throws(OwnerVerificationError) in
      try headerFile.replace(former, with: next, verify: verify)
    }
    verifiedHeader = next
    dropWrapped()
    // The announcement goes last: as long as it is there, what is not done yet can't be taken for what somebody took away.
    await recordHeader(of: owner, in: [.stateDirectory, .taskDatabase])
    if former?.isLegacyFormat == true { await reportUpdate() }
    await recordHeader(of: owner, in: [.credentialStore])
  }

  /// Refuses the header of another owner than this vault had: whose backup is restored here, would receive every later text.
  func refuseOtherOwner(_ header: OwnerHeader) async throws(Failure) {
    let notes = try await notes()
    let known = [HeaderAnchors.Place.credentialStore, .taskDatabase].compactMap { notes[$0].witness }
    guard known.allSatisfy({ $0.current == nil || $0.isSameOwner(header) }) else {
      throw Failure(
        .refused, "That backup is of another owner than this vault had.",
        hint: "Restore it into an empty vault: set \(VaultPaths.variables) to new directories.")
    }
  }
}

extension Failure {
  private static let wayBack: LocalizedText =
    "Put the newer owner file back; or restore a backup into an empty data directory with vault restore."

  fileprivate static let headerGone = Failure(
    .badData, "The files with the key slots, owner and owner.copy, are gone from the data directory.",
    hint: "Put one of them back, or restore a backup with vault restore. Nothing else was lost.")

  static let headerNotInForce = Failure(
    .badData, "The key slots are not the ones in force: an older file was put back, or the credential store was.",
    hint: wayBack)

  fileprivate static let recipientUnknown = Failure(
    .badData,
    "The key slots, the credential store and the task database don't agree whose vault this is, so nothing is sealed.",
    hint: "Unlock it with vault unlock, which proves whose it is; or restore a backup with vault restore.")
}
