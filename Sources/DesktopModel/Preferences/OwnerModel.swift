public import AgentAPI

/// How the owner proves who they are, and what becomes of a change.
@MainActor
public final class OwnerModel {
  /// What can be changed.
  public enum Change: Equatable, Sendable {
    /// The first PIN, or another one.
    case pin
    /// A recovery code, in place of the older one.
    case recoveryCode
    /// What later unlocks ask for.
    case verification(VerificationMethod)
  }

  /// How it stands; nil before it was read.
  public private(set) var status: VaultStatus?
  /// What the change that was made last came to; nil where none was.
  public private(set) var told: Result<String, Failure>?
  /// Why it could not be read how it stands; nil where it was.
  public private(set) var trouble: Failure?
  /// Whether a change is under way.
  public private(set) var isWaiting = false
  /// Called when any of that has changed.
  public var changed: @MainActor () -> Void = {}

  private let owner: any OwnerService

  /// Knows nothing until ``refresh()``.
  public init(_ owner: any OwnerService) { self.owner = owner }

  /// Reads how it stands.
  public func refresh() { Task { await read() } }

  /// Makes a change, which the agent asks the owner about. One at a time.
  public func make(_ change: Change) {
    guard !isWaiting, let status else { return changed() }
    (isWaiting, told) = (true, nil)
    changed()
    Task { [weak self, owner] in
      let outcome: Result<String, Failure>?
      do throws(Failure) {
        outcome = .success(try await Self.make(change, of: status, owner))
      } catch { outcome = error.isDeclined ? nil : .failure(error) }
      self?.isWaiting = false
      self?.told = outcome
      await self?.read()
    }
  }

  private static func make(
    _ change: Change, of status: VaultStatus, _ owner: any OwnerService
  ) async throws(Failure) -> String {
    switch change {
    case .pin: status.hasPIN ? try await owner.changePIN() : try await owner.setPIN {}
    case .recoveryCode: try await owner.createRecoveryCode()
    case .verification(let method): try await owner.useVerification(method)
    }
  }

  private func read() async {
    do throws(Failure) {
      status = try await owner.status()
      trouble = nil
    } catch { trouble = error }
    changed()
  }
}
