public import AgentAPI
public import FoundationEssentials

/// The comment or the like that is open.
@MainActor
public final class RemarkModel {
  /// What there is to show.
  public enum State: Equatable, Sendable {
    /// None was chosen.
    case nothing
    /// One.
    case remark(CorrespondenceRow)
    /// It can't be shown, for instance since it was taken back.
    case gone(Failure)
  }

  /// What is shown.
  public private(set) var state = State.nothing {
    didSet { if state != oldValue { changed(state) } }
  }
  /// Called when that changes.
  public var changed: @MainActor (State) -> Void = { _ in }

  /// Which one is open; nil for none.
  public private(set) var shown: UUID?

  private let service: any MessagesService

  /// Shows nothing.
  public init(_ service: any MessagesService) { self.service = service }

  /// Shows one, which counts as read from then on; nil for none.
  public func show(_ row: CorrespondenceRow?) {
    shown = row?.id
    guard let row else {
      state = .nothing
      return
    }
    var known = row
    // What the server alone knows by its name stands below, whole.
    if row.push != nil { known.subject = nil }
    state = .remark(known)
    Task { [weak self, service] in
      let found: State
      do throws(Failure) { found = .remark(try await service.remark(row.id)) } catch { found = .gone(error) }
      if let self, shown == row.id { state = found }
    }
  }
}
