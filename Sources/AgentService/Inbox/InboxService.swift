internal import AgentAPI
internal import CredentialStore
internal import FoundationEssentials
internal import Glibc
internal import Inbox
internal import Logging
internal import SecretMemory
internal import ServerAPI
internal import ServerClient
internal import ServiceLifecycle
internal import TaskStore
internal import VaultModel

/// The inbox: kept in the agent's own database, and equal to the server's while somebody is logged in.
final class InboxService: Service {
  let store: InboxStore
  let sync: InboxSync
  let device: RecordedDevice
  /// What of the inbox somebody looks at.
  let front = ForegroundViews()
  let auth: AuthClient
  /// What may have been redacted elsewhere.
  let redactions = RedactionTrigger()
  private let state: any VaultStateStore

  init(
    paths: VaultPaths, state: any VaultStateStore, credentials: any CredentialStore, auth: AuthClient,
    late: RejectedDecisionHandler
  ) throws(Failure) {
    let store = try Self.store(at: paths.data + "/inbox.db", late.notify)
    (self.store, self.auth, self.state) = (store, auth, state)
    device = RecordedDevice(state: state)
    let registration = DeviceRegistration(platform: "linux", name: Self.machineName)
    let redactions = redactions
    var dependencies = InboxSync.Dependencies(
      auth: auth, memory: device, deregistrations: CredentialDeregistrationStore(store: credentials),
      registration: registration
    ) { origin, account in
      let owner = InboxOwner(server: origin.description, user: account.id)
      try await store.begin(owner, at: Date())
      try await state.setInboxOwner(owner)
      return StoreInboxReplica(store: store, owner: owner, late: late, redactions: redactions)
    }
    dependencies.reportTrouble = { late.notify($0.sentence) }
    sync = InboxSync(dependencies)
  }

  /// Opens the file. One that is damaged is put aside: the server has what was in it, and tasks must not wait for it.
  private static func store(at path: String, _ notices: (String) -> Void) throws(Failure) -> InboxStore {
    do throws(InboxStoreError) {
      do throws(InboxStoreError) { return try InboxStore(path: path) } catch  where error.code == .damaged {
        let aside = try InboxStore.setAside(path)
        notices("The inbox on this machine was damaged, and is fetched from the server again. The old one is \(aside).")
        return try InboxStore(path: path)
      }
    } catch { throw Failure(error) }
  }

  func run() async throws { await cancelWhenGracefulShutdown { [sync] in await sync.run() } }

  /// Whose inbox is shown: of who is logged in, also while the server can't be reached.
  func owner() async throws(Failure) -> InboxOwner {
    let phase = await auth.phase
    if case .loggedIn(let account, _) = phase, let origin = await auth.origin {
      return InboxOwner(server: origin.description, user: account.id)
    }
    guard phase != .needsCredentials(.loggedOut), let owner = try await state.inboxOwner() else { throw Self.nobody }
    return owner
  }

  /// How long is waited for the first items after a login.
  private static let fetchPatience = Duration.seconds(2)

  /// As ``owner()``; right after the first login it is waited a moment for what the server has.
  func fetchedOwner() async throws(Failure) -> InboxOwner {
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

  /// Whose inbox the item is in that a request means.
  ///
  /// - Throws: ``Failure`` when another item has its number by now.
  func owner(of number: Int64, as identity: InboxIdentity?) async throws(Failure) -> InboxOwner {
    let owner = try await fetchedOwner()
    guard let identity else { return owner }
    let push = try await InboxStoreError.asFailure(await store.entry(number, for: owner).push)
    guard identity == InboxIdentity(owner: owner.text, push: push) else { throw .anotherItem(number) }
    return owner
  }

  private static var nobody: Failure {
    Failure(.refused, "Nobody is logged in, so there is no inbox to see.", hint: "Log in with vault login.")
  }

  /// What people call this machine.
  static var machineName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "linux" }
    let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? "linux" : String(name.prefix(60))
  }
}

extension InboxService: DeviceLogin {
  func logIn(
    email: String, password: consuming SecretBytes, origin: ServerOrigin
  ) async throws(ServerClientError) -> AuthClient.Result {
    try await sync.logIn(email: email, password: password, origin: origin)
  }

  func logOut(forget: Bool) async throws(ServerClientError) -> ServerClientError? {
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
