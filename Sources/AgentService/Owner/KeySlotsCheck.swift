internal import AgentAPI
internal import Localization
internal import Logging
internal import OwnerVerification

/// Looks at the key slots and at what is noted of them.
protocol KeySlotsReading: Sendable {
  /// The headers in the files, the one to be tried first at the front, and what was noted of them at that time.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/badData`` when the files are gone, or none of them is the proven one.
  func readHeaders() async throws(Failure) -> (headers: [OwnerHeader], notes: HeaderAnchors)

  /// A header in the files, unchecked; nil before the first PIN.
  func storedHeader() async throws(Failure) -> OwnerHeader?

  /// The header this agent has proven or written.
  var verifiedHeader: OwnerHeader? { get async }
}

extension OwnerService: KeySlotsReading {}

/// Whether the key slots are the ones in force, and what opens the vault.
struct KeySlotsCheck: HealthCheck {
  let owner: any KeySlotsReading
  let logger: Logger

  func findings() async -> [DoctorFinding] {
    do throws(Failure) {
      let (headers, notes) = try await owner.readHeaders()
      if notes.recordsNewer(than: headers), await owner.verifiedHeader == nil { throw Failure.headerNotInForce }
      return [Self.finding(headers.first)]
    } catch { return [DoctorFinding(.problem, "PIN", error.$message, remedy: error.$hint)] }
  }

  private static func finding(_ header: OwnerHeader?) -> DoctorFinding {
    guard let header else {
      return DoctorFinding(.ok, "PIN", "No PIN has been set yet.", remedy: "vault pin set", fix: .setPIN)
    }
    guard header.slot(.recovery) != nil else {
      return DoctorFinding(
        .warning, "PIN", "There is no recovery code: a forgotten PIN loses all protected text.",
        remedy: "vault recovery create", fix: .createRecoveryCode)
    }
    return DoctorFinding(
      .ok, "PIN",
      header.slot(.pin) == nil ? "Only the recovery code opens the vault." : "PIN and recovery code open the vault.")
  }
}

extension KeySlotsCheck: NoticeSource {
  /// Without the files of key slots this looks like a vault that never had an owner; the witness knows better.
  func notices() async throws(Failure) -> [LocalizedText] {
    guard try await owner.storedHeader() == nil else { return [] }
    do throws(Failure) { _ = try await owner.readHeaders() } catch {
      guard error.code != .badData else { return [error.$message] }
      logger.notice("the key slots can't be looked for", metadata: ["reason": "\(LogReason(error))"])
    }
    return []
  }
}
