internal import AgentAPI
internal import Localization

/// The steps in which a new vault is set up: a PIN, a recovery code, and a server or none; or a backup that brings the first two.
@MainActor
public final class FirstRunModel {
  /// Where the person is.
  public enum Step: Int, CaseIterable, Sendable {
    /// A PIN is chosen; the recovery code is made with it.
    case pin = 1
    /// There is a PIN, and no recovery code.
    case recoveryCode
    /// There are both; a server may be named.
    case server
    /// All is set up.
    case done
  }

  /// Where the person is.
  public private(set) var step = Step.pin
  /// Why a step could not be done; nil for nothing.
  public private(set) var problem: String?
  /// What the agent has told of the step before, for instance what a guess of the PIN costs; nil for nothing.
  public private(set) var told: String?
  /// Whether the agent works, or asks.
  public private(set) var isWaiting = false
  /// Whether a backup may come back: nobody has begun with the vault.
  public private(set) var mayRestore = true
  /// Called when any of that has changed.
  public var changed: @MainActor () -> Void = {}

  private let owner: any OwnerService & BackupService

  /// Begins with the PIN.
  public init(_ owner: any OwnerService & BackupService) { self.owner = owner }

  /// Whether nobody has begun with this vault: no PIN, no login, no task; nil where that can't be told now.
  public func isWanted() async -> Bool? {
    do throws(Failure) {
      let status = try await owner.status()
      guard !status.hasPIN, !status.hasRecoveryCode, status.account.email == nil,
        [.needsCredentials, .loggingIn, .unknown].contains(status.account.state)
      else { return false }
      return try await !owner.hasTasks()
    } catch { return nil }
  }

  /// Does the step: the agent asks for the PIN, or shows the code and has it typed back.
  public func proceed() {
    guard !isWaiting, step == .pin || step == .recoveryCode else { return }
    (isWaiting, problem) = (true, nil)
    changed()
    Task { [weak self, owner, step] in
      do throws(Failure) {
        self?.told =
          step == .pin
          ? try await owner.setPIN { self?.codeComes() }
          : try await owner.createRecoveryCode()
      } catch {
        // Whether there is a PIN is not known for sure: the code belongs to it.
        self?.step = step
        self?.problem = error.isDeclined ? nil : error.line
      }
      await self?.look()
    }
  }

  /// Whether all of a backup would come back now. Where somebody has begun meanwhile, the step follows from what there is, or it is told why not.
  public func looksEmpty() async -> Bool {
    guard !isWaiting, step == .pin else { return false }
    do throws(Failure) {
      switch try await owner.restoring() {
      case .everything: return true
      case .lostTexts: await look()
      case .nothing: throw .restoresNothing
      }
    } catch {
      problem = error.line
      changed()
    }
    return false
  }

  /// Brings all of a backup back: its recovery code is asked for, and a new PIN.
  public func restore(from path: String) {
    guard !isWaiting, step == .pin else { return }
    (isWaiting, problem) = (true, nil)
    changed()
    Task { [weak self, owner] in
      do throws(Failure) { self?.told = try await owner.restore(from: path, textsOnly: false) } catch {
        self?.problem = error.isDeclined ? nil : error.line
      }
      await self?.look()
    }
  }

  /// Leaves PIN and code for later: tasks, and a server, need none.
  public func skipPIN() {
    guard !isWaiting, step != .done else { return }
    (step, problem, told) = (.server, nil, nil)
    changed()
  }

  /// The PIN is chosen; the code that is made with it is the next step.
  private func codeComes() {
    guard step == .pin else { return }
    step = .recoveryCode
    changed()
  }

  /// The last step is done, or left out.
  public func finish() {
    step = .done
    changed()
  }

  /// Where the person is follows from what there is, whoever has done it.
  private func look() async {
    do throws(Failure) {
      let status = try await owner.status()
      if step != .done { step = !status.hasPIN ? .pin : status.hasRecoveryCode ? .server : .recoveryCode }
      mayRestore = !status.hasPIN && !status.hasRecoveryCode
      // A backup is back, and nobody wanted a PIN yet.
      if step == .pin, !mayRestore {
        told = localized("The recovery code unlocks this vault until a PIN is chosen.")
      }
    } catch { problem = problem ?? error.line }
    isWaiting = false
    changed()
  }
}
