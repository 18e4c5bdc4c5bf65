internal import AgentAPI
internal import Localization
internal import OwnerVerification
internal import Sealing
internal import SecretMemory
internal import TaskStore
internal import VaultModel

extension OwnerService {
  /// How often a wrong PIN is asked for again within one command.
  private static let triesPerCommand = 3

  /// Asks until the owner is verified.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/tryLater`` when the slots were changed since the question was put: an answer
  ///   to the old ones is none; with ``Failure/Code/refused`` when a lock came meanwhile.
  func verify(_ conversation: any Conversation, mayUseSystem: Bool) async throws(Failure) -> Verified {
    let beginning = self.beginning
    let owner = try await ask(conversation, mayUseSystem: mayUseSystem, since: beginning)
    guard beginning.locks == self.beginning.locks else { throw .lockedMeanwhile }
    recordVerified(conversation)
    return owner
  }

  private func ask(
    _ conversation: any Conversation, mayUseSystem: Bool, since beginning: Beginning
  ) async throws(Failure) -> Verified {
    credentials.expectManyReads()
    let (header, secrets) = try await lockbox()
    if mayUseSystem, header.method == .system, let owner = try await verifyBySystem(conversation) { return owner }
    let (found, noted) = try await readHeaders()
    let headers = Self.affordableFirst(try Self.intact(of: found, under: secrets))
    measureCost(against: header)
    let places = try attemptPlaces(secrets, headers, noted)
    var mistake: Failure?
    for _ in 0..<Self.triesPerCommand {
      let (prompt, otherwise): (Prompt, Failure)
      do { (prompt, otherwise) = try await question(headers, places, conversation) } catch { throw mistake ?? error }
      guard let answer = try await conversation.ask(prompt) else { throw mistake ?? otherwise }
      switch try await open(headers, answer, secrets, places) {
      case .success(let opened):
        let accepted = try await accept(opened, secrets)
        await attempts.verified(in: places)
        let owner = await atTodaysCost(accepted, by: answer, secrets)
        if beginning == self.beginning, owner.header == verifiedHeader { wrap(owner) }
        return owner
      case .failure(let error):
        let isMistake = error.code == .wrongSecret || error.code == .malformedRecoveryCode
        // No slot of these opens by it, and it may well be the right one: others were in force.
        if isMistake, verifiedHeader == nil, try await notes().recordsNewer(than: headers) { throw .headerNotInForce }
        guard isMistake, conversation.isInteractive else { throw Failure(error) }
        mistake = Failure(error)
        try await logMistake(error, conversation)
        try await conversation.notify(Failure(error).$message, kind: .error)
      }
    }
    let hasPIN = headers.contains { $0.slot(.pin) != nil }
    throw Failure(
      .refused, "Three wrong answers.",
      hint: hasPIN ? "Try again, or use the recovery code." : "Check it, then try again.")
  }

  /// What may be asked for now, and what it comes to when nobody answers.
  private func question(
    _ headers: [OwnerHeader], _ places: AttemptRecordReplicas, _ conversation: any Conversation
  ) async throws(Failure) -> (Prompt, Failure) {
    let prompt: Prompt
    let hasRecovery = headers.contains { $0.slot(.recovery) != nil }
    if !headers.contains(where: { $0.slot(.pin) != nil }) {
      prompt = Prompt(.recoveryCode, text: "Recovery code")
      return (prompt, .unanswered(prompt))
    }
    let status: AttemptCounter.Status
    switch try await attempts.status(in: places, hasRecoverySlot: Self.recoveryOpens(headers)) {
    case .known(let known): status = known
    case .noClock(let failure):
      guard hasRecovery else { throw failure }
      // Whoever has prepared a PIN gives that, and is told.
      return (Prompt(.pinOrRecoveryCode, text: "\(failure.$message) Recovery code"), failure)
    }
    if status.isClosed {
      let reason = "Too many wrong PINs; only the recovery code opens the vault now."
      prompt = Prompt(.recoveryCode, text: "\(reason) Recovery code")
    } else if status.waitSeconds > 0 {
      let early = Failure.tooEarly(status.waitSeconds)
      guard hasRecovery else { throw early }
      let reason = "Too many wrong PINs; wait \(status.waitSeconds) s, or give the recovery code."
      return (Prompt(.pinOrRecoveryCode, text: "\(reason) Recovery code"), early)
    } else {
      prompt = hasRecovery ? Prompt(.pinOrRecoveryCode, text: "PIN (or recovery code)") : Prompt(.pin, text: "PIN")
    }
    return (prompt, .unanswered(prompt))
  }

  /// Tries an answer: as a recovery code where it reads as one or no PIN is taken any more, as a PIN otherwise, counted
  /// first. A wait may have ended while the question stood.
  private func open(
    _ headers: [OwnerHeader], _ answer: SharedSecret, _ secrets: DeviceSecrets, _ places: AttemptRecordReplicas
  ) async throws(Failure) -> Result<Verified, OwnerVerificationError> {
    let keys = OwnerKeys(parameters: .standard)
    let hasRecovery = headers.contains { $0.slot(.recovery) != nil }
    let takesPIN = try await takesPIN(headers, places)
    if hasRecovery, !takesPIN || isRecoveryCode(answer) {
      return await executor.result { () throws(OwnerVerificationError) in
        let code = try RecoveryCode(parsing: answer.bytes)
        return try Self.first(of: headers) { (header) throws(OwnerVerificationError) in
          SharedOwner(try keys.open(header, recoveryCode: code, deviceKey: secrets.deviceKey.bytes))
        }
      }
    }
    try await attempts.count(in: places, hasRecoverySlot: Self.recoveryOpens(headers))
    return await executor.result { () throws(OwnerVerificationError) in
      try Self.first(of: headers) { (header) throws(OwnerVerificationError) in
        SharedOwner(
          try keys.open(header, pin: answer.bytes, pepper: secrets.pepper.bytes, deviceKey: secrets.deviceKey.bytes))
      }
    }
  }

  /// The headers that were written under this device's key; all, where none was. A copy that somebody bent must not have the PIN asked
  /// for as something else, and shown; nor close it in favour of a code that does not exist, nor have a dear slot computed.
  private static func intact(
    of headers: [OwnerHeader], under secrets: DeviceSecrets
  ) throws(Failure) -> [OwnerHeader] {
    var intact: [OwnerHeader] = []
    do throws(OwnerVerificationError) {
      for header in headers where try header.isIntact(under: secrets.deviceKey.bytes) { intact.append(header) }
    } catch { throw Failure(error) }
    return intact.isEmpty ? headers : intact
  }

  /// The headers, those last whose slots cost more than any that this program makes: whoever reads the device key could keep the right
  /// PIN waiting for minutes by a copy with such a slot.
  private static func affordableFirst(_ headers: [OwnerHeader]) -> [OwnerHeader] {
    let isAffordable = { (header: OwnerHeader) in header.slots.allSatisfy { $0.parameters.isAtMost(.dearest) } }
    return headers.filter(isAffordable) + headers.filter { !isAffordable($0) }
  }

  /// Whether a recovery code opens whichever of the headers is the true one, so that the PIN may close in its favour. Who reads the
  /// device key can make a copy that claims one.
  private static func recoveryOpens(_ headers: [OwnerHeader]) -> Bool {
    headers.allSatisfy { $0.slot(.recovery) != nil }
  }

  /// Whether an answer that is no recovery code is a PIN, which is counted, or refused because it is too early.
  private func takesPIN(_ headers: [OwnerHeader], _ places: AttemptRecordReplicas) async throws(Failure) -> Bool {
    guard headers.contains(where: { $0.slot(.pin) != nil }) else { return false }
    let mayClose = Self.recoveryOpens(headers)
    guard case .known(let status) = try await attempts.status(in: places, hasRecoverySlot: mayClose) else {
      return true
    }
    return !status.isClosed
  }

  /// What opens of the headers found. Two copies that differ are the rule only after a crash; but a copy that somebody bent
  /// must not keep the owner out.
  private static func first(
    of headers: [OwnerHeader], _ open: (OwnerHeader) throws(OwnerVerificationError) -> Verified
  ) throws(OwnerVerificationError) -> Verified {
    var mistake: OwnerVerificationError?
    for header in headers {
      do throws(OwnerVerificationError) { return try open(header) } catch {
        // That the answer is wrong is told rather than that a copy is bent.
        if mistake == nil || error.code == .wrongSecret { mistake = error }
      }
    }
    throw mistake ?? OwnerVerificationError(.noSlot)
  }

  /// Writes a wrong answer down that does not end the command; the one that does is written with what it refuses.
  private func logMistake(_ error: OwnerVerificationError, _ conversation: any Conversation) async throws(Failure) {
    let record = AccessRecord("verify", nil, by: conversation.client, refusal: Failure(error))
    try await TaskStoreError.asFailure(await accessLog.append(record))
  }

  func isRecoveryCode(_ answer: SharedSecret) -> Bool {
    do throws(OwnerVerificationError) {
      _ = try RecoveryCode(parsing: answer.bytes)
      return true
    } catch { return false }
  }
}

extension Failure {
  /// A wait is in force.
  static func tooEarly(_ seconds: Int) -> Failure {
    Failure(
      .tryLater, "Too many wrong PINs: the next one can be tried in \(seconds) s.",
      hint: "Wait, or run vault unlock at a terminal and give the recovery code.", retryAfterSeconds: seconds)
  }
}
