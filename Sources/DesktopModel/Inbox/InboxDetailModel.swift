public import AgentAPI

/// The item that is shown whole, and what is decided about it.
@MainActor
public final class InboxDetailModel {
  /// What there is to show.
  public enum State: Equatable, Sendable {
    /// No item was chosen.
    case nothing
    /// An item.
    case item(InboxRow)
    /// The item can't be shown.
    case gone(Failure)
  }

  /// What is shown.
  public private(set) var state = State.nothing {
    didSet { if state != oldValue { changed(state) } }
  }
  /// Called when that changes.
  public var changed: @MainActor (State) -> Void = { _ in }
  /// Called with what is to be told of a decision.
  public var told: @MainActor (Result<String, Failure>) -> Void = { _ in }

  private let inbox: any InboxService
  private var number: Int64?
  private var isDeciding = false

  /// Shows nothing.
  public init(_ inbox: any InboxService) { self.inbox = inbox }

  /// Shows an item, which counts as read from then on; nil for none.
  public func show(_ item: InboxRow?) {
    guard let item else {
      number = nil
      state = .nothing
      return
    }
    number = item.number
    if case .item(let shown) = state, shown.number == item.number {} else { state = .item(item) }
    Task { [weak self, inbox] in
      let found: State
      do throws(Failure) { found = .item(try await inbox.open(item)) } catch { found = .gone(error) }
      if let self, number == item.number { state = found }
    }
  }

  /// Shows what has become of the item meanwhile, for instance on another device.
  ///
  /// - Parameter item: as the list has it now.
  public func follow(_ item: InboxRow) {
    guard case .item(let shown) = state, shown.number == item.number else { return }
    if shown.state != item.state || shown.identity != item.identity || shown.text != item.text { state = .item(item) }
  }

  /// Accepts or declines the item that is shown, and no other: what has come in its place meanwhile is refused.
  public func decide(_ isAccepted: Bool) {
    guard case .item(let item) = state, item.waits, !isDeciding else { return }
    isDeciding = true
    Task { [weak self, inbox] in
      defer { self?.isDeciding = false }
      do throws(Failure) {
        let decided = try await inbox.decide(isAccepted, item)
        guard let self else { return }
        if number == item.number { state = .item(decided) }
        told(.success("\(isAccepted ? "Accepted" : "Declined"): “\(item.title)”"))
      } catch { self?.told(.failure(error)) }
    }
  }
}
