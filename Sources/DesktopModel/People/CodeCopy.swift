/// The copy of an invitation's code on the clipboard: whoever has the code may use it, so the copy leaves after a while.
@MainActor
public final class CodeCopy {
  /// How long it stays there, in seconds.
  public static let seconds = 120

  private let put: (String) -> () -> Void
  private let sleep: @Sendable (Double) async throws -> Void
  private var waiting: Task<Void, Never>?

  /// Makes none yet.
  ///
  /// - Parameters:
  ///   - put: puts a text on the clipboard, and hands over what takes it away, unless something else is there by then.
  ///   - sleep: waits for so many seconds.
  public init(
    put: @escaping (String) -> () -> Void,
    sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
  ) {
    (self.put, self.sleep) = (put, sleep)
  }

  /// Copies a code in the place of the one before. The time runs on where whoever has begun it is gone.
  public func copy(_ code: String) {
    waiting?.cancel()
    let takeAway = put(code)
    waiting = Task { [sleep] in
      do { try await sleep(Double(Self.seconds)) } catch { return }
      takeAway()
    }
  }
}
