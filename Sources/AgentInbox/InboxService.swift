public import CredentialStore
internal import FoundationEssentials
internal import Glibc
public import Inbox
public import SecretMemory
internal import ServerAPI
public import ServerClient
public import ServiceLifecycle
public import TaskStore
internal import VaultModel
internal import Waiting

/// The inbox: kept in the agent's own database, and equal to the server's while somebody is logged in.
public final class InboxService: Service {
  /// The database of the inbox.
  public let store: InboxStore
  /// The connection to the server.
  public let sync: InboxSync
  /// What makes this machine one device of each user.
  public let device: RecordedDevice
  /// What of the inbox somebody looks at.
  public let front = ForegroundViews()
  /// The comments and likes whose outcome somebody waits for.
  public let awaited = AwaitedFeedback()
  /// The login.
  public let auth: AuthClient
  /// What may have been redacted elsewhere.
  let redactions = Trigger()
  /// Others may have said something about what they and the user have sent each other.
  public let feedbackNews = Trigger()
  private let state: any VaultStateStore

  /// Opens the inbox, or makes it; contacts nobody.
  ///
  /// - Parameters:
  ///   - directory: where its database is.
  ///   - state: has the vault's own records.
  ///   - credentials: keeps what servers are still to be told.
  ///   - auth: the login.
  ///   - late: what becomes of decisions that the server does not take.
  /// - Throws: why the database can't be opened.
  public init(
    directory: String, state: any VaultStateStore, credentials: any CredentialStore, auth: AuthClient,
    late: any LateDecisionHandling
  ) throws(InboxStoreError) {
    let store = try Self.store(at: directory + "/inbox.db", late.notify)
    (self.store, self.auth, self.state) = (store, auth, state)
    device = RecordedDevice(state: state)
    let registration = DeviceRegistration(platform: "linux", name: Self.machineName)
    let (redactions, feedbackNews, awaited) = (redactions, feedbackNews, awaited)
    var dependencies = InboxSync.Dependencies(
      auth: auth, memory: device, deregistrations: CredentialDeregistrationStore(store: credentials),
      registration: registration
    ) { origin, account in
      let owner = InboxOwner(server: origin.description, user: account.id)
      try await store.begin(owner, at: Date())
      try await state.setInboxOwner(owner)
      return StoreInboxReplica(
        store: store, owner: owner, late: late, redactions: redactions, news: feedbackNews, awaited: awaited)
    }
    dependencies.reportTrouble = { late.notify($0.sentence) }
    sync = InboxSync(dependencies)
  }

  /// Opens the file. One that is damaged is put aside: the server has what was in it, and tasks must not wait for it.
  private static func store(at path: String, _ notices: (String) -> Void) throws(InboxStoreError) -> InboxStore {
    do throws(InboxStoreError) { return try InboxStore(path: path) } catch  where error.code == .damaged {
      let aside = try InboxStore.setAside(path)
      notices("The inbox on this machine was damaged, and is fetched from the server again. The old one is \(aside).")
      return try InboxStore(path: path)
    }
  }

  /// Keeps it equal to the server's until the agent ends.
  public func run() async throws { await cancelWhenGracefulShutdown { [sync] in await sync.run() } }

  /// Whose inbox is shown: of who is logged in, also while the server can't be reached.
  ///
  /// - Throws: ``AgentInboxError/nobody``, or why it can't be told.
  public func owner() async throws(AgentInboxError) -> InboxOwner {
    let phase = await auth.phase
    if case .loggedIn(let account, _) = phase, let origin = await auth.origin {
      return InboxOwner(server: origin.description, user: account.id)
    }
    guard phase != .needsCredentials(.loggedOut) else { throw .nobody }
    let recorded: InboxOwner?
    do { recorded = try await state.inboxOwner() } catch { throw .record(error) }
    guard let recorded else { throw .nobody }
    return recorded
  }

  /// How long is waited for the first items after a login.
  private static let fetchPatience = Duration.seconds(2)

  /// As ``owner()``; right after the first login it is waited a moment for what the server has.
  ///
  /// - Throws: as ``owner()``.
  public func fetchedOwner() async throws(AgentInboxError) -> InboxOwner {
    let owner = try await owner()
    // Whoever is not known to the store has nothing there.
    let isEmpty = await (try? store.position(of: owner).sequence) ?? 0 == 0
    if isEmpty, case .loggedIn = await auth.phase {
      await BoundedWait.wait(for: await sync.phases(), atMost: Self.fetchPatience) { [store] phase in
        switch phase {
        // Of the former user's connection nothing is known here.
        case .live: await (try? store.position(of: owner)) != nil
        case .waiting: true
        case .idle, .registering, .catchingUp: false
        }
      }
    }
    return owner
  }

  /// What people call this machine.
  public static var machineName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "linux" }
    let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? "linux" : String(name.prefix(60))
  }
}

extension InboxService {
  /// Logs in with what the owner typed, and has the inbox fetched.
  ///
  /// - Throws: why not; nothing was kept or changed then.
  public func logIn(
    email: String, password: consuming SecretBytes, origin: ServerOrigin
  ) async throws(ServerClientError) -> AuthClient.Result {
    try await sync.logIn(email: email, password: password, origin: origin)
  }

  /// Unregisters this device and ends the session. What was unread is no longer counted; the items stay for the next login.
  ///
  /// - Parameter forget: also removes the stored login.
  /// - Returns: why the server could not be told; nil when it knows.
  /// - Throws: why nobody was logged out, or the counts could not be cleared.
  public func logOut(forget: Bool) async throws(ServerClientError) -> ServerClientError? {
    let owner: InboxOwner?
    // Without one there is nothing to count.
    do { owner = try await self.owner() } catch { owner = nil }
    let problem = try await sync.logOut(forget: forget)
    if let owner {
      do { try await store.clearCounts(for: owner) } catch  where error.code == .unknownOwner {} catch {
        throw ServerClientError(.stateUnavailable, "\(error)")
      }
    }
    return problem
  }
}

extension DeregistrationIssue {
  /// What the person is told.
  fileprivate var sentence: String {
    switch self {
    case .notSaved(let origin):
      "\(origin) could not be notified that you left, and that could not be saved: if the agent ends before, the server is not notified."
    case .abandoned(let origin):
      "\(origin) could not be notified that you left; this device is still registered there. Run vault doctor for details."
    }
  }
}
