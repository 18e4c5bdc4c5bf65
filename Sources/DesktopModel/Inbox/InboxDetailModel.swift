public import AgentAPI
internal import FoundationEssentials
internal import Localization

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
  public var told: @MainActor (Result<Notice, Failure>) -> Void = { _ in }

  /// Called when an item has been opened: the agent remembers which one was the last.
  public var opened: @MainActor () -> Void = {}

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
      guard let self, number == item.number else { return }
      state = found
      opened()
    }
  }

  /// Shows what has become of the item meanwhile, for instance on another device.
  ///
  /// - Parameter item: as the list has it now.
  public func follow(_ item: InboxRow) {
    guard case .item(let shown) = state, shown.number == item.number else { return }
    // As it is called now: who sent it may be known better.
    let isSame =
      shown.state == item.state && shown.identity == item.identity && shown.text == item.text && shown.task == item.task
      && shown.sender == item.sender
    guard !isSame else { return }
    var item = item
    // What else there was to say about a decision, the list does not know.
    if shown.state == item.state, shown.identity == item.identity { item.notes = shown.notes }
    state = .item(item)
  }

  /// Whether the item that is shown can be deleted.
  public var deletable: InboxRow? { if case .item(let item) = state, item.isRedacted != true { item } else { nil } }

  /// Deletes an item, which the person has been asked about: nothing brings it back.
  public func delete(_ item: InboxRow) {
    guard !isDeciding else { return }
    isDeciding = true
    Task { [weak self, inbox] in
      defer { self?.isDeciding = false }
      do throws(Failure) {
        // Afterwards nobody knows what was made of it.
        let task = try await Self.task(of: item, inbox)
        try await inbox.delete(item)
        guard let self else { return }
        if number == item.number { show(nil) }
        told(
          .success(
            Notice(
              localized("Deleted: “\(item.shownTitle)”"), isFinal: true, isOfInbox: true,
              tasks: task.map { [$0] } ?? [], brief: localized("deleted", context: "state of an item"))))
      } catch { self?.told(.failure(error)) }
    }
  }

  /// The task that was made of an item; nil for none, and where that is gone.
  private static func task(of item: InboxRow, _ inbox: any InboxService) async throws(Failure) -> UUID? {
    guard let shortID = item.task else { return nil }
    do throws(Failure) { return try await inbox.task(called: shortID) } catch {
      if error.code == .usage { return nil }
      throw error
    }
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
        told(
          .success(
            Notice(
              isAccepted ? localized("Accepted: “\(item.title)”") : localized("Declined: “\(item.title)”"),
              isFinal: true, isOfInbox: true, item: QuotedItem(decided))))
      } catch { await self?.tell(error, about: item) }
    }
  }

  /// Tells why an item can't be decided, by its title, where it has been decided meanwhile or is over: the agent calls it by its number.
  private func tell(_ failure: Failure, about item: InboxRow) async {
    guard failure.code == .usage else { return told(.failure(failure)) }
    let present: InboxRow
    do throws(Failure) { present = try await inbox.open(item) } catch { return told(.failure(failure)) }
    let words: String? =
      switch present.state {
      case .accepted: localized("“\(present.title)” was accepted already, and that stands.")
      case .rejected: localized("“\(present.title)” was declined already, and that stands.")
      case .expired: localized("“\(present.title)” has expired.")
      case .unread, .pending, .read, .unknown: nil
      }
    guard let words else { return told(.failure(failure)) }
    if number == item.number { state = .item(present) }
    told(.success(Notice(words, item: QuotedItem(present))))
  }
}
