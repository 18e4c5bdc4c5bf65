internal import VaultClient

extension AgentLink {
  /// How long to wait before something is watched again, at first and at most; each time twice as long. Where nobody is logged in there is
  /// nothing to watch for days: a window must rest then. Whoever comes back to it has it tried at once.
  private static let watchPauses = (first: Duration.seconds(1), last: Duration.seconds(1024))

  /// Passes on signals until it is cancelled. Each kind has a connection of its own; where only that ends, as at a logout, it is made anew,
  /// the more seldom the longer it is in vain.
  func watch(
    pass: @escaping @MainActor (AgentLink) -> Void,
    _ signals: @escaping @MainActor () -> AsyncThrowingStream<Void, any Error>
  ) -> Task<Void, Never> {
    Task { [weak self] in
      var pause = Self.watchPauses.first
      while !Task.isCancelled {
        do {
          for try await _ in signals() {
            pause = Self.watchPauses.first
            if let self { pass(self) }
          }
        } catch {
          // Why is told by whoever asks for what is shown.
          if let self { pass(self) }
        }
        do { try await Task.sleep(for: pause) } catch { return }
        pause = min(pause * 2, Self.watchPauses.last)
      }
    }
  }
}
