internal import AgentAPI
internal import CredentialStore
internal import FoundationEssentials
internal import Sealing
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  func store(_ request: StoreRequest, _ conversation: any Conversation) async throws(Failure) -> Reply {
    switch request {
    case .status: return .store(try await storeStatus())
    case .check: return .store(try await storeCheck())
    case .migrate(let kind): return .done(message: try await migrate(to: kind, conversation))
    case .acceptRollback: return .done(message: try await acceptRollback(conversation))
    case .unknown: throw Failure(.unsupported, "This agent does not know that request.")
    }
  }

  private static let nothingChosen = StoreStatus(
    kind: nil, reason: "nothing has been stored yet", location: "", count: nil, damaged: [], wasChecked: false)

  /// Which store, why and where; unlocks and asks nothing.
  func storeStatus() async throws(Failure) -> StoreStatus {
    guard let kind = try credentials.kind() else { return Self.nothingChosen }
    var count: Int?
    // Counting may need an unlocked keyring or a passphrase, and the status must not ask for either.
    if kind == .file, credentials.canOpenFile {
      do { count = try await credentials.file.names().count } catch { throw Failure(error) }
    }
    return StoreStatus(
      kind: StoreKind(kind), reason: reason, location: await location(kind), count: count, damaged: [],
      wasChecked: false)
  }

  private var reason: String {
    settings.credentialStore == nil ? "chosen at the first write" : "chosen in the configuration"
  }

  private func location(_ kind: CredentialStoreKind) async -> String {
    guard kind == .secretService else { return credentials.file.configuration.path }
    do throws(CredentialStoreError) {
      let status = try await credentials.keyring.status()
      return "\(status.busName), collection \(status.collectionLabel)\(status.isLocked ? ", locked" : "")"
    } catch { return "not reachable (\(error))" }
  }

  private func storeCheck() async throws(Failure) -> StoreStatus {
    guard let kind = try credentials.kind() else { return Self.nothingChosen }
    var status = StoreStatus(
      kind: StoreKind(kind), reason: reason, location: await location(kind), count: nil, damaged: [],
      wasChecked: true)
    do throws(CredentialStoreError) {
      switch kind {
      case .file:
        let report = try await credentials.file.check()
        status.count = report.recordCount
        status.damaged = report.damaged.map(\.id) + report.problems
      case .secretService:
        status.damaged = try await credentials.keyring.damagedItemIDs()
        if status.damaged.isEmpty { status.count = try await credentials.keyring.names().count }
      }
    } catch { throw Failure(error) }
    status.damaged += try await missingTexts()
    return status
  }

  /// Protected tasks whose sealed text is not in the store, or is another's.
  private func missingTexts() async throws(Failure) -> [String] {
    var missing: [String] = []
    for (task, item) in try await names.sealed().flatMap({ task in task.sealedItems.map { (task.id, $0) } }) {
      let record: [UInt8]?
      do throws(Failure) { record = try await records.record(item.name) } catch {
        // A damaged record is already in the list by its own id.
        guard error.code != .badData else { continue }
        throw error
      }
      if record.map({ SHA256.digest(of: $0) }) != item.seal.digest { missing.append("text of task \(task)") }
    }
    return missing
  }

  private func acceptRollback(_ conversation: any Conversation) async throws(Failure) -> String {
    guard try credentials.kind() == .file else {
      throw Failure(.usage, "Only the encrypted file knows its age, and this vault uses the keyring.")
    }
    // Nobody can be verified here: the secrets that takes lie in the very store that is refused.
    do { try await credentials.file.acceptRollback() } catch { throw Failure(error) }
    try await keeper.forgetNotes()
    do { try await credentials.state.setState(nil, for: .credentialGeneration) } catch { throw Failure(error) }
    return "The credential file as it is now is taken as the true one."
  }

  /// Moves everything to the other store; only after a fresh verification, and only where the owner has a PIN.
  private func migrate(to kind: StoreKind, _ conversation: any Conversation) async throws(Failure) -> String {
    guard let target = CredentialStoreKind(rawValue: kind.rawValue) else {
      throw Failure(.usage, "There is no such store.", hint: "Give secret-service or file.")
    }
    try await access.log("migrate", nil, conversation) { () throws(Failure) in
      if try await keeper.header() != nil { _ = try await keeper.verifyAfresh(conversation) }
    }
    // Another preference than the target would refuse what was moved; the configuration has to follow.
    if let configured = settings.credentialStore, configured != kind {
      throw Failure(
        .configuration, "The configuration says \(configured.rawValue).",
        hint: "Set credential-store to \(kind.rawValue) or auto, run vault agent stop, then migrate.")
    }
    let count: Int
    do throws(CredentialStoreError) {
      count = try await StoreMigration(credentials.selection).run(to: target) { progress in
        conversation.report(
          Progress(activity: "\(progress.step.rawValue)", completed: progress.done, total: progress.total))
      }
    } catch { throw Failure(error) }
    return "\(count) credentials are in \(kind.rawValue) now."
  }
}
