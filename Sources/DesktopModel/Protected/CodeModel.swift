public import AgentAPI
public import FoundationEssentials
public import SecretMemory

/// Has the agent send the one-time code of a protected text, which may ask the owner first.
public protocol CodeRevealing: Sendable {
  /// Asks for a code.
  ///
  /// - Parameter received: called with it.
  /// - Returns: for how long it is good.
  func code(_ id: UUID, _ received: @escaping @MainActor (SharedSecret) -> Void) async throws(Failure) -> CodeValidity
}

/// The one-time code beside a protected text that is on the screen, for as long as it is good.
@MainActor
public final class CodeModel {
  /// What there is to see.
  public enum State {
    /// Nothing.
    case hidden
    /// The owner is asked, or the code is on its way.
    case asking
    /// The code, and for how many seconds more it is good; nil for one that is good until it was used.
    case shown(SharedSecret, seconds: Int?)
    /// It is not good any more.
    case over
    /// It can't be shown.
    case failed(Failure)
  }

  /// What there is to see.
  public private(set) var state = State.hidden {
    didSet { changed(state) }
  }
  /// Called whenever that changes; a code must be gone from the screen when it returns.
  public var changed: @MainActor (State) -> Void = { _ in }

  private let codes: any CodeRevealing
  private let sleep: @Sendable (Double) async throws -> Void
  /// A number for each code that was asked for: what comes of one that was given up is not shown.
  private var turn = 0
  private var timer: Task<Void, Never>?

  /// Shows nothing yet.
  ///
  /// - Parameter sleep: waits for so many seconds.
  public init(
    _ codes: any CodeRevealing,
    sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
  ) {
    (self.codes, self.sleep) = (codes, sleep)
  }

  /// The code that is on the screen; nil for none.
  public var shown: SharedSecret? { if case .shown(let code, _) = state { code } else { nil } }

  /// Shows the code of a task's text, in place of what was shown before.
  public func show(_ id: UUID) {
    hide()
    let mine = turn
    state = .asking
    Task { [weak self, codes] in
      let box = Received()
      do throws(Failure) {
        let validity = try await codes.code(id) { box.code = $0 }
        self?.show(box.code, validity, mine)
      } catch {
        guard let self, mine == turn else { return }
        state = error.isDeclined ? .hidden : .failed(error)
      }
    }
  }

  /// Takes the code away, and one that is on its way.
  public func hide() {
    turn += 1
    timer?.cancel()
    if case .hidden = state { return }
    state = .hidden
  }

  private func show(_ code: SharedSecret?, _ validity: CodeValidity, _ mine: Int) {
    guard mine == turn, let code else { return }
    state = .shown(code, seconds: validity.seconds)
    guard let seconds = validity.seconds else { return }
    timer = Task { [weak self, sleep] in
      for left in (0..<max(0, seconds)).reversed() {
        do { try await sleep(1) } catch { return }
        guard let self, mine == turn, case .shown(let code, _) = state else { return }
        state = left > 0 ? .shown(code, seconds: left) : .over
      }
    }
  }

  /// A code on its way.
  @MainActor
  private final class Received {
    var code: SharedSecret?
  }
}
