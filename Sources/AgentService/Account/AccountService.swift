internal import AgentAPI
internal import CredentialStore
internal import Localization
internal import Logging
internal import SecretMemory
internal import ServerClient
internal import ServiceLifecycle
internal import TaskStore

/// The account on the server: logged in silently where that is possible, with the owner's answers where not.
final class AccountService: Service {
  /// How long the server may take to end the session when the agent ends, which the next agent waits for.
  private static let farewellSeconds = 1.0

  let client: AuthClient
  private let api: VaultServerAPI
  private let logger: Logger

  init(settings: SettingsPolicy, owner: OwnerService, credentials: CredentialService, logger: Logger) {
    api = VaultServerAPI(trust: settings.trust)
    client = AuthClient(
      api: api, origin: settings.configuredServer, store: credentials.store, itemName: .login,
      deviceName: .loginDevice, memory: RecordedLogout(state: credentials.state),
      originResolver: { stored in
        let word = await credentials.duringRequest {
          credentials.expectManyReads()
          return await owner.ownersWord()
        }
        let server = settings.resolve(stored: stored, word)
        for notice in settings.unreportedNotices(await owner.claimedWord()) { credentials.notifyOwner(notice) }
        return server
      })
    self.logger = logger
  }

  /// Logs in when the agent starts, and tries again what could not be done yet, until the agent ends.
  func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      _ = await client.logInSilently()
      await client.runRetries()
      // Without anything to retry there is still an end to wait for.
      do { try await gracefulShutdown() } catch { return }
    }
    await client.endSession(within: Self.farewellSeconds)
    do { try await api.shutdown() } catch {
      logger.warning("closing connections failed", metadata: ["error": "\(LogReason(error))"])
    }
  }

  /// How it stands; contacts nobody.
  func status() async -> AccountStatus { await client.accountStatus() }

  /// Why the stored login can't be read; nil where it can.
  func storeTrouble() async -> Failure? { await client.storeTrouble() }

  /// Runs `body` with a session, after a silent login where one is needed.
  func withSession<Value: Sendable>(
    _ body: @Sendable (VaultServerAPI, ServerOrigin, SharedSecret) async throws(ServerClientError) -> Value
  ) async throws(Failure) -> Value {
    try await ServerClientError.asFailure(await client.withSession(body))
  }
}

/// The logout, remembered among the vault's own records.
struct RecordedLogout: LogoutStateStore {
  let state: any VaultStateStore
  private static let key = VaultStateKey("logged-out")

  func isLoggedOut() async throws -> Bool { try await state.recorded(Bool.self, Self.key) ?? false }
  func setLoggedOut(_ loggedOut: Bool) async throws { try await state.record(loggedOut, Self.key) }
}
