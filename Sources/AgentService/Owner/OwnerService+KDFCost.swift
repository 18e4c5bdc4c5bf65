internal import AgentAPI
internal import Logging
internal import OwnerVerification
internal import Sealing
internal import SecretMemory

/// What a PIN slot costs, on a machine that may have become faster since the slot was made.
extension OwnerService {
  /// How much dearer a slot must become to be made anew.
  private static let worthwhile = 1.5

  /// Measures what a slot could cost here while the person is still typing, once in an agent's life, and only where the present
  /// slot seems cheap. No secret is needed for that, so none is kept for it.
  func measureCost(against header: OwnerHeader) {
    guard case .calibrated = cost, !hasMeasuredCost, let slot = header.slot(.pin)?.parameters else { return }
    hasMeasuredCost = true
    Task { [costExecutor, weak self] in
      let result = await costExecutor.result { () throws(OwnerVerificationError) -> Argon2id.Calibration? in
        do throws(SealingError) {
          let perBlock = try Argon2id.measured(.standard) / .seconds(1) / Double(Argon2id.Parameters.standard.work)
          guard perBlock * Double(slot.work) * Self.worthwhile < KDFCost.targetSeconds else { return nil }
          return try KDFCost.calibrated.measured()
        } catch { throw OwnerVerificationError(.sealingFailed, error.description) }
      }
      // Where it can't be measured now, the slot stays as it is.
      if case .success(let calibration?) = result { await self?.record(calibration) }
    }
  }

  private func record(_ calibration: Argon2id.Calibration) { affordableCost = calibration }

  /// The owner with a dearer PIN slot, where this machine allows one; never with a cheaper. The new slot is written and opened
  /// before the older one goes, and where that fails the older one stays: the unlock goes on either way.
  ///
  /// - Parameter answer: what opened the vault just now.
  func atTodaysCost(
    _ owner: Verified, by answer: SharedSecret, _ secrets: DeviceSecrets
  ) async -> Verified {
    guard let possible = affordableCost?.parameters, let slot = owner.header.slot(.pin)?.parameters,
      Double(slot.work) * Self.worthwhile <= Double(possible.work), slot.isAtMost(possible), !isRecoveryCode(answer)
    else { return owner }
    affordableCost = nil
    do throws(Failure) {
      let next = try await executor.run { () throws(OwnerVerificationError) in
        let header = try OwnerKeys(parameters: possible).settingPIN(
          answer.bytes, pepper: secrets.pepper.bytes, of: owner.verified, deviceKey: secrets.deviceKey.bytes)
        return SharedOwner(try owner.verified.verified(of: header))
      }
      try await install(next, inPlaceOf: owner.header, pin: answer, secrets: secrets)
      renew(next)
      logger.info("the PIN slot is dearer now", metadata: ["MiB": "\(possible.memoryKiB >> 10)"])
      return next
    } catch {
      logger.warning("the PIN slot could not be made dearer", metadata: ["reason": "\(LogReason(error))"])
      return owner
    }
  }
}
