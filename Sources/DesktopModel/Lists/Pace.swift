/// Does something as soon as it is asked for, and no more than so often: whoever sends as fast as they can keeps nobody from anything else.
@MainActor
public final class Pace {
  private let moment: Double
  private let sleep: @Sendable (Double) async throws -> Void
  private let body: @MainActor () -> Void
  private var rest: Task<Void, Never>?
  private var isWanted = false

  /// Makes one that rests.
  ///
  /// - Parameters:
  ///   - moment: the seconds from one time to the next at least.
  ///   - sleep: waits for so many seconds.
  ///   - body: what is done.
  public init(
    moment: Double = 0.1,
    sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
    _ body: @escaping @MainActor () -> Void
  ) {
    (self.moment, self.sleep, self.body) = (moment, sleep, body)
  }

  deinit { rest?.cancel() }

  /// Asks for it: at once, or once when the moment is over, however often it was asked for meanwhile.
  public func ask() {
    guard rest == nil else {
      isWanted = true
      return
    }
    isWanted = false
    body()
    rest = Task { [weak self, sleep, moment] in
      do { try await sleep(moment) } catch { return }
      guard let self else { return }
      rest = nil
      if isWanted { ask() }
    }
  }
}
