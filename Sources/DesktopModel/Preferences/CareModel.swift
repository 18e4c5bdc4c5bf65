public import AgentAPI

/// Writes backups.
public protocol BackupService: Sendable {
  /// Writes a new file with tasks and sealed texts, which the recovery code alone opens. Asks the owner.
  ///
  /// - Parameter path: absolute.
  /// - Returns: what was done, in sentences.
  func backUp(to path: String) async throws(Failure) -> String
}

extension AgentLink: BackupService {
  public func backUp(to path: String) async throws(Failure) -> String {
    try await ask(CreateBackup(path: path)).message
  }
}

/// The login of this machine, and what is kept elsewhere for a bad day.
@MainActor
public final class CareModel {
  /// Who is logged in, and where; nil for nobody, and while it is not known.
  public private(set) var account: AccountStatus?
  /// What was done last, or why it was not; nil for nothing.
  public private(set) var told: Result<String, Failure>?
  /// Why it could not be read who is logged in; nil where it was.
  public private(set) var trouble: Failure?
  /// Whether something is under way.
  public private(set) var isWaiting = false
  /// Called when any of that has changed.
  public var changed: @MainActor () -> Void = {}

  private let service: any AccountService & BackupService

  /// Knows nothing until ``refresh()``.
  public init(_ service: any AccountService & BackupService) { self.service = service }

  /// Looks who is logged in.
  public func refresh() { Task { await read() } }

  /// Ends the login.
  ///
  /// - Parameter forgets: whether the stored login goes, too.
  public func logOut(forgets: Bool) {
    make { [service] () async throws(Failure) in try await service.logOut(forgets: forgets) }
  }

  /// Writes a backup.
  public func backUp(to path: String) {
    make { [service] () async throws(Failure) in try await service.backUp(to: path) }
  }

  private func make(_ body: @escaping () async throws(Failure) -> String) {
    guard !isWaiting else { return }
    (isWaiting, told) = (true, nil)
    changed()
    Task { [weak self] in
      do throws(Failure) { self?.told = .success(try await body()) } catch {
        self?.told = error.isDeclined ? nil : .failure(error)
      }
      await self?.read()
      self?.isWaiting = false
      self?.changed()
    }
  }

  private func read() async {
    do throws(Failure) {
      let found = try await service.account()
      account = found.email == nil ? nil : found
      trouble = nil
    } catch { trouble = error }
    changed()
  }
}
