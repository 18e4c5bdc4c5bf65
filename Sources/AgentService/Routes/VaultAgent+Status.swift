internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Logging
internal import OwnerVerification
internal import ServerClient
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  func status(_ conversation: any Conversation) async throws(Failure) -> Reply {
    let header = try await keeper.storedHeader()
    let counts = try await counts(at: Date())
    let until = await keeper.ticket(of: conversation)
    let method = header.map { VerificationMethod($0.method) } ?? .pin
    return .status(
      VaultStatus(
        isUnlocked: until != nil, unlockedUntil: until, hasPIN: header?.slot(.pin) != nil,
        hasRecoveryCode: header?.slot(.recovery) != nil, verification: method, account: await accountStatus(),
        store: try credentials.kind().map { StoreKind($0) }, openTaskCount: counts.open,
        overdueTaskCount: counts.overdue, todayTaskCount: counts.today, protectedTaskCount: counts.protected,
        unreadCount: await unreadCount(), unreadChannels: await unreadChannels(), notices: try await troubles()))
  }

  /// How the login stands, and the connection to the server; contacts nobody.
  func accountStatus() async -> AccountStatus {
    var status = await account.status()
    guard status.state == .loggedIn, let outage = await inbox.sync.outage else { return status }
    status.problem = Failure(outage.reason).message
    status.disconnectedSince = outage.since
    return status
  }

  private func counts(
    at now: Date
  ) async throws(Failure) -> (open: Int, overdue: Int, today: Int, protected: Int) {
    var overdue = TaskFilter()
    overdue.dueBefore = now
    let zone = LocalZone.system()
    var today = TaskFilter()
    today.dueFrom = now
    today.dueBefore = zone.end(of: zone.dateTime(at: now).date).addingTimeInterval(1)
    do throws(TaskStoreError) {
      return (
        try await tasks.count(TaskFilter()), try await tasks.count(overdue), try await tasks.count(today),
        try await tasks.count(.sealed)
      )
    } catch { throw Failure(error) }
  }

  /// What the owner should know without asking.
  private func troubles() async throws(Failure) -> [String] {
    var troubles: [String] = []
    do {
      let health = try await tasks.knownHealth()
      if !health.isWhole {
        troubles.append("Some stored tasks are damaged; see vault doctor.")
      }
    } catch { throw Failure(error) }
    if let error = await tasks.dueErasure() {
      troubles.append("A former text could not be erased from the disk yet. \(Failure(error).message)")
    }
    // Without the files of key slots this looks like a vault that never had an owner; the witness knows better.
    if try await keeper.storedHeader() == nil {
      do throws(Failure) { _ = try await keeper.header() } catch  where error.code == .badData {
        troubles.append(error.message)
      } catch { logger.notice("the key slots can't be looked for", metadata: ["reason": "\(LogReason(error))"]) }
    }
    let settings = guarded.notices(await keeper.claimedWord())
    troubles += credentials.notices.waitingForOwner.filter { !settings.contains($0) }
    return troubles + settings + (await redactions.pending()) + (await lossNotices())
      + (await inbox.departureFindings()).map(\.finding)
  }
}
