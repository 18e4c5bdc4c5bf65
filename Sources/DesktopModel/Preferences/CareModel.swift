public import AgentAPI
internal import Localization

/// What a backup brings back into a vault.
public enum Restoring: Equatable, Sendable {
  /// All of it: the vault is empty, and nobody's yet.
  case everything
  /// The protected texts that were lost: the vault has an owner.
  case lostTexts
  /// Nothing: the vault has tasks, and no owner whose backup it could be.
  case nothing
}

extension Failure {
  /// What is told where a backup brings nothing back.
  static var restoresNothing: Failure {
    Failure(
      .refused, verbatim: localized("This vault has tasks already."),
      hint: localized("A backup comes back into an empty vault, or brings lost texts back to the one it was made of."))
  }
}

/// Writes backups, and brings them back.
public protocol BackupService: Sendable {
  /// Writes a new file with tasks and sealed texts, which the recovery code alone opens. Asks the owner.
  ///
  /// - Parameter path: absolute.
  /// - Returns: what was done, in sentences.
  func backUp(to path: String) async throws(Failure) -> String

  /// What a backup would bring back here.
  func restoring() async throws(Failure) -> Restoring

  /// Brings a backup back. Asks for its recovery code and for a new PIN, or the owner for those texts alone.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - textsOnly: whether only protected texts come back that were lost.
  /// - Returns: what was done, in sentences.
  func restore(from path: String, textsOnly: Bool) async throws(Failure) -> String
}

extension AgentLink: BackupService {
  public func restoring() async throws(Failure) -> Restoring {
    let status = try await status()
    if status.hasPIN || status.hasRecoveryCode { return .lostTexts }
    return try await hasTasks() ? .nothing : .everything
  }

  public func restore(from path: String, textsOnly: Bool) async throws(Failure) -> String {
    try await ask(RestoreBackup(path: path, textsOnly: textsOnly)).message
  }

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

  /// What a backup would bring back here; nil where that is nothing, or not known, which is told.
  public func restoring() async -> Restoring? {
    do throws(Failure) {
      let found = try await service.restoring()
      guard found == .nothing else { return found }
      throw .restoresNothing
    } catch {
      told = .failure(error)
      changed()
      return nil
    }
  }

  /// Brings a backup back.
  public func restore(from path: String, _ restoring: Restoring) {
    make { [service] () async throws(Failure) in
      try await service.restore(from: path, textsOnly: restoring == .lostTexts)
    }
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
