internal import AgentAPI
internal import AgentInbox
internal import CredentialStore
internal import DurableFiles
internal import LinuxSystem
internal import Localization
internal import OwnerVerification
internal import SecretMemory
internal import ServerClient

/// Whose vault it is.
protocol ErasureOwner: VaultLocking {
  /// The owner's header; nil before the first PIN.
  func header() async throws(Failure) -> OwnerHeader?
}

extension OwnerService: ErasureOwner {}

/// This machine, as servers have it.
protocol DeviceLeaving: Sendable {
  /// Has every server forget it.
  ///
  /// - Parameter unheard: whether it goes on where one can't be told.
  /// - Returns: what became of it at each server that had it.
  func leave(unheard: Bool) async throws(Failure) -> [ErasurePlan.Device]
}

/// The request to erase everything: all that takes a vault that is whole.
struct ErasureController: Sendable {
  let owner: any ErasureOwner
  let access: any OwnerAccessing
  let device: any DeviceLeaving
  let credentials: CredentialService
  /// Where the tasks are, in files that other programs share; nil where they are not.
  let tasks: ForeignFiles?
  let paths: VaultPaths

  /// What is typed where there is no PIN.
  private static let word = "erase everything"

  /// Asks the owner, leaves the server, and marks the vault. The agent ends after that.
  func begin(withoutServer: Bool, _ conversation: any Conversation) async throws(Failure) -> ErasurePlan {
    try await access.log("erase", nil, conversation) { () throws(Failure) in try await confirm(conversation) }
    let directories = ErasedDirectories(paths: paths)
    try directories.check()
    try refuseSharedDirectories()
    // Before the server forgets this machine: what can fail fails here.
    let usesKeyring = try usesKeyring()
    let devices = try await device.leave(unheard: withoutServer)
    let plan = ErasurePlan(devices: devices, outOfReach: directories.links + outOfReach(devices, usesKeyring))
    do throws(Failure) {
      try ErasureMark(namespace: usesKeyring ? credentials.namespace : nil, plan: plan).write(in: paths)
    } catch { throw error.adding(devices.filter(\.isRemoved).map(\.server)) }
    await owner.lock(.stopping)
    await owner.forgetWrapped()
    return plan
  }

  /// Two vaults with one state or configuration directory have files of one name there: who erases one would take the other's keys.
  private func refuseSharedDirectories() throws(Failure) {
    if let directory = try NeighbourMark.sharedDirectory(of: paths) {
      throw Failure(
        .refused, "Another vault uses \(directory), too. Nothing was erased.",
        hint:
          "Erasing this one would take keys of the other. Remove the mark of a vault that is gone, vault-*.mark, yourself."
      )
    }
    let own = OwnerService.noteName(ofVault: paths.data)
    let names: [String]
    do throws(SystemError) { names = try DirectoryListing.names(in: paths.state) } catch {
      throw Failure(.unavailable, "\(paths.state) can't be read. Nothing was erased.")
    }
    guard names.contains(where: { $0.hasPrefix("owner-") && $0.hasSuffix(".note") && $0 != own }) else { return }
    throw Failure(
      .refused, "Another vault has its records in \(paths.state), too. Nothing was erased.",
      hint:
        "Erasing this one would take keys of the other. Remove the records of a vault that is gone, owner-*.note, yourself."
    )
  }

  private func confirm(_ conversation: any Conversation) async throws(Failure) {
    guard try await owner.header() == nil else {
      _ = try await access.verifyAfresh(conversation)
      return
    }
    let prompt = Prompt(.agreement, text: "This can't be taken back. Type \"\(Self.word)\"")
    guard conversation.isInteractive, let answer = try await conversation.ask(prompt) else {
      throw Failure(
        .refused, "Without a PIN this is confirmed at a terminal. Nothing was erased.", hint: "Run it at a terminal.")
    }
    guard answer.bytes.withUnsafeBytes({ $0.elementsEqual(Self.word.utf8) }) else {
      throw Failure(.refused, "That is not what was to be typed. Nothing was erased.")
    }
  }

  /// Whether this vault has items in the keyring: also while it moves from there.
  private func usesKeyring() throws(Failure) -> Bool {
    try credentials.kind() == .secretService
      || DurableFile.kind("\(paths.data)/credential-store.migration") != .missing
  }

  private func outOfReach(_ devices: [ErasurePlan.Device], _ usesKeyring: Bool) -> [String] {
    var sentences: [String] = []
    if usesKeyring, credentials.namespace == nil {
      sentences.append(
        "This vault's items in the keyring can't be told from others': remove those called \"Vault credential\" there.")
    }
    if let tasks {
      sentences.append("Your tasks are in the \(tasks.name) files in \(tasks.directory), and stay there.")
    }
    for device in devices where !device.isRemoved {
      sentences.append(
        "\(device.server) still has this machine as \(device.name); a new password for your account ends its session.")
    }
    return sentences + [
      "Backups and exports stay where you put them; a backup still opens with its recovery code.",
      "What the server and your other devices have stays there.",
      "The desktop may still show notifications, and terminals what was printed.",
      "Snapshots, system backups and the cells of a flash disk may hold what was removed.",
      "The programs stay installed, and so does what make install-pam has set up.",
    ]
  }
}

/// This machine in the agent's inbox.
struct ServerDevice: DeviceLeaving {
  let inbox: InboxService

  func leave(unheard: Bool) async throws(Failure) -> [ErasurePlan.Device] {
    let before = try await registrations()
    let phase = await inbox.auth.logInSilently()
    // The devices of those who have logged out while their server was away.
    var untold: Set<ServerOrigin> = []
    do throws(ServerClientError) { untold = try await inbox.sync.retryDeregistrations() } catch {
      if !unheard { throw Failure(error) }
    }
    // Before the present one is told: that would be in vain.
    if !unheard { try refuse(untold) }
    if case .loggedIn = phase {
      _ = try await ServerClientError.asFailure(await inbox.logOut(forget: false))
    } else if !unheard {
      let others = try await registrations().union(untold)
      try refuse(others, left: before.subtracting(others))
    }
    let after = try await registrations().union(untold)
    if !unheard { try refuse(after, left: before.subtracting(after)) }
    return before.union(untold).sorted { $0.description < $1.description }.map {
      ErasurePlan.Device(
        name: InboxService.machineName, server: $0.description, isRemoved: !after.contains($0))
    }
  }

  private func registrations() async throws(Failure) -> Set<ServerOrigin> {
    do { return try await inbox.device.registrations() } catch {
      throw Failure(.inputOutput, "The vault's state database can't be read.", hint: "Run vault doctor for details.")
    }
  }

  private func refuse(_ servers: Set<ServerOrigin>, left: Set<ServerOrigin> = []) throws(Failure) {
    guard !servers.isEmpty else { return }
    let names = servers.map(\.description).sorted().joined(separator: ", ")
    throw Failure(
      .unavailable,
      "\(names) can't be told that this machine leaves, and would keep it as \(InboxService.machineName). Nothing on this machine was erased.",
      hint: "Try again when it can be reached, or go on without it: vault erase --everything --without-server"
    ).adding(left.map(\.description))
  }
}

extension Failure {
  /// The same, with what cannot be taken back: these servers have removed this machine.
  fileprivate func adding(_ servers: [String]) -> Failure {
    guard !servers.isEmpty else { return self }
    var failure = self
    failure.message +=
      " \(servers.sorted().joined(separator: ", ")) has removed this machine: vault login adds it again."
    return failure
  }
}

extension RequestRouter {
  /// Adds the request that the controller answers.
  mutating func route(to erasure: ErasureController) {
    on(EraseVault.self) { (request, conversation) throws(Failure) in
      try await erasure.begin(withoutServer: request.withoutServer, conversation)
    }
  }
}
