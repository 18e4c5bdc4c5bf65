internal import AgentAPI
internal import FoundationEssentials
internal import Logging
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  func status(_ conversation: any Conversation) async throws(Failure) -> Reply {
    let header = try await keeper.storedHeader()
    let all = try await allTasks()
    let until = await keeper.ticket(of: conversation.client)
    let method = try await credentials.state.recorded(VerificationMethod.self, .verification) ?? .pin
    return .status(
      VaultStatus(
        isUnlocked: until != nil, unlockedUntil: until, hasPIN: header?.slot(.pin) != nil,
        hasRecoveryCode: header?.slot(.recovery) != nil, verification: method, account: await account.status(),
        store: try credentials.kind().map { StoreKind($0) }, openTaskCount: all.count { !$0.isDone },
        protectedTaskCount: all.count { $0.isProtected },
        notices: try await troubles()))
  }

  /// What the owner should know without asking.
  private func troubles() async throws(Failure) -> [String] {
    var troubles: [String] = []
    do {
      let health = try await tasks.health()
      if !health.isWhole {
        troubles.append("Some stored tasks are damaged; see vault doctor.")
      }
    } catch { throw Failure(error) }
    // Without the files of key slots this looks like a vault that never had an owner; the witness knows better.
    if try await keeper.storedHeader() == nil {
      do throws(Failure) { _ = try await keeper.header() } catch  where error.code == .badData {
        troubles.append(error.message)
      } catch { logger.notice("the key slots can't be looked for", metadata: ["reason": "\(error.message)"]) }
    }
    return troubles
  }
}
