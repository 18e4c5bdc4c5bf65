public import AgentAPI
public import FoundationEssentials
internal import Localization
public import SecretMemory

/// Has the agent send a protected text, which may ask the owner first.
public protocol TextRevealing: Sendable {
  /// Reveals a task's text.
  ///
  /// - Parameters:
  ///   - id: nil for the texts of all tasks.
  ///   - received: called with each text.
  /// - Returns: what the agent has to say at the end.
  func reveal(
    _ id: UUID?, _ received: @escaping @MainActor (SharedSecret, SecretNotice) -> Void
  ) async throws(Failure) -> String
}

/// A text that has been revealed.
public struct RevealedText: Sendable {
  /// The text.
  public let text: SharedSecret
  /// The task that it belongs to.
  public let task: TaskRow?
}

/// The protected text that is on the screen, or several, and all that takes them away.
@MainActor
public final class RevealModel {
  /// What there is to see.
  public enum State {
    /// Nothing, and why it was hidden, if it was.
    case hidden(HidingReason?)
    /// The owner is asked, or the text is on its way.
    case asking
    /// The texts that have come, one at least, and why there are no more of them; nil while that is not known, or where these are all.
    case shown([RevealedText], Failure?)
    /// It can't be shown.
    case failed(Failure)
  }

  /// Why a text was hidden.
  public enum HidingReason: Equatable, Sendable {
    /// The vault was locked, or the agent has ended.
    case locked
    /// Its time was over.
    case timeOver
    /// The window is not in front any more.
    case leftBehind
  }

  /// After how many seconds a text is hidden.
  public static let seconds = 60.0

  /// What there is to see.
  public private(set) var state = State.hidden(nil) {
    didSet { changed(state) }
  }
  /// Called whenever that changes; a text must be gone from the screen when it returns.
  public var changed: @MainActor (State) -> Void = { _ in }

  private let texts: any TextRevealing
  private let sleep: @Sendable (Double) async throws -> Void
  /// A number for each text that was asked for: what comes of one that was given up is not shown.
  private var turn = 0
  private var timer: Task<Void, Never>?

  /// Shows nothing yet.
  ///
  /// - Parameter sleep: waits for so many seconds.
  public init(
    _ texts: any TextRevealing,
    sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
  ) {
    (self.texts, self.sleep) = (texts, sleep)
  }

  /// Whether a text is on the screen.
  public var isShown: Bool { if case .shown = state { true } else { false } }

  /// The texts that are on the screen.
  public var shown: [RevealedText] { if case .shown(let texts, _) = state { texts } else { [] } }

  /// Shows a task's text, in place of what was shown before.
  ///
  /// - Parameter id: nil for the texts of all tasks.
  public func reveal(_ id: UUID?) {
    hide(nil)
    let mine = turn
    state = .asking
    Task { [weak self, texts] in
      do throws(Failure) {
        let message = try await texts.reveal(id) { secret, notice in self?.show(secret, notice, mine) }
        self?.end(Failure(.usage, verbatim: message), mine)
      } catch {
        self?.end(error, mine)
      }
    }
  }

  /// The request has ended: where no text came, or not all of them, it is said why.
  private func end(_ failure: Failure, _ mine: Int) {
    guard mine == turn else { return }
    switch state {
    case .asking: state = failure.isDeclined ? .hidden(nil) : .failed(failure)
    case .shown(let texts, nil) where failure.code != .usage: state = .shown(texts, failure)
    case .shown, .hidden, .failed: break
    }
  }

  /// Takes the text away, and whatever is on its way.
  ///
  /// - Parameter reason: why; nil where the person wants it.
  public func hide(_ reason: HidingReason?) {
    turn += 1
    timer?.cancel()
    switch state {
    case .hidden(nil): return
    case .hidden: if reason == nil { state = .hidden(nil) }
    case .asking, .failed: state = .hidden(nil)
    case .shown: state = .hidden(reason)
    }
  }

  /// The vault is open again: that it was locked is not said any more.
  public func unlock() { if case .hidden(.locked) = state { state = .hidden(nil) } }

  private func show(_ secret: SharedSecret, _ notice: SecretNotice, _ mine: Int) {
    // A lock that came meanwhile has given it up: whichever of the two is heard first, nothing stays on the screen.
    guard mine == turn else { return }
    state = .shown(shown + [RevealedText(text: secret, task: notice.task)], nil)
    // The last one is seen as long as the others are.
    timer?.cancel()
    timer = Task { [weak self, sleep] in
      do { try await sleep(Self.seconds) } catch { return }
      guard let self, mine == turn else { return }
      hide(.timeOver)
    }
  }
}
