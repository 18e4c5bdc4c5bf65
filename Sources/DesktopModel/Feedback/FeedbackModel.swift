public import AgentAPI

/// What two people have said about one thing that one of them has sent the other, and what is said next.
@MainActor
public final class FeedbackModel {
  /// What there is to show.
  public enum State: Equatable, Sendable {
    /// Nothing: no thing was chosen, or one that nobody can say anything about.
    case nothing
    /// What was said.
    case feedback(FeedbackListing)
  }

  /// What is shown.
  public private(set) var state = State.nothing {
    didSet { if state != oldValue { changed(state) } }
  }
  /// Called when that changes.
  public var changed: @MainActor (State) -> Void = { _ in }
  /// Called with what is to be told.
  public var told: @MainActor (Result<Notice, Failure>) -> Void = { _ in }
  /// Whether the user likes it, as far as is known here.
  public var isLiked: Bool {
    if case .feedback(let listing) = state { listing.feedback.contains { $0.isOwn && $0.text == nil } } else { false }
  }

  private let service: any FeedbackService
  private var target: FeedbackTarget?
  /// What it is about, where the server alone knows.
  private var title: String?
  private var isSaying = false
  private var turn = 0

  /// Shows nothing.
  public init(_ service: any FeedbackService) { self.service = service }

  /// Shows what was said about a thing; nil for none.
  public func show(_ target: FeedbackTarget?) {
    guard target != self.target else { return }
    self.target = target
    (state, title) = (.nothing, nil)
    read(asksServer: true)
  }

  /// Reads it once more.
  public func refresh() { read(asksServer: false) }

  /// Comments on something.
  ///
  /// - Parameter target: what was shown when it was written, whatever is shown by then.
  /// - Returns: whether that was taken.
  public func comment(_ text: String, on target: FeedbackTarget) async -> Bool {
    guard text.contains(where: { !$0.isWhitespace }) else { return false }
    return await say(about: target) { (service, target) async throws(Failure) in
      try await service.comment(on: target, text)
    }
  }

  /// Likes something, or takes that back.
  ///
  /// - Parameter target: as for a comment.
  public func setLiked(_ isLiked: Bool, _ target: FeedbackTarget) async {
    _ = await say(about: target) { (service, target) async throws(Failure) in
      try await service.setLike(of: target, isLiked)
    }
    // What was refused is shown as it is.
    changed(state)
  }

  private func say(
    about target: FeedbackTarget, _ body: (any FeedbackService, FeedbackTarget) async throws(Failure) -> String
  ) async -> Bool {
    guard !isSaying else {
      told(.failure(.notDoneYet))
      return false
    }
    isSaying = true
    defer { isSaying = false }
    do throws(Failure) {
      told(.success(Notice(try await body(service, target))))
      if target == self.target { refresh() }
      return true
    } catch {
      told(.failure(error))
      return false
    }
  }

  private func read(asksServer: Bool) {
    guard let target else { return }
    turn += 1
    let turn = turn
    Task { [weak self, service] in
      do throws(Failure) {
        let here = try await service.feedback(about: target, asksServer: false)
        // An answer of before must not take the place of one that is newer.
        if turn == self?.turn { self?.take(here, about: target) }
        guard asksServer else { return }
        let asked = try await service.feedback(about: target, asksServer: true)
        guard target == self?.target else { return }
        // What the server had is here now, with what was said since.
        self?.title = asked.title
        self?.refresh()
      } catch { self?.miss(error, about: target) }
    }
  }

  private func take(_ listing: FeedbackListing, about target: FeedbackTarget) {
    guard target == self.target else { return }
    var listing = listing
    listing.title = listing.title ?? title
    state = .feedback(listing)
  }

  private func miss(_ failure: Failure, about target: FeedbackTarget) {
    // While there is no agent nobody knows of anything else; what no person has sent can't be spoken about.
    guard target == self.target, failure.code != .unavailable, failure.code != .tryLater else { return }
    state = .nothing
  }
}
