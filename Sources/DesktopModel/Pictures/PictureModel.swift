public import AgentAPI

/// The picture that is looked at: of the item that was opened last, else of the newest, or of one that a person has gone on to from there.
@MainActor
public final class PictureModel {
  /// What there is to show.
  public enum State: Equatable, Sendable {
    /// It has not been asked for yet, or is on its way.
    case loading
    /// No item has a picture.
    case none
    /// A picture, and where its item stands among those that have one.
    case shown(PictureRaster, PicturePlace)
    /// It can't be shown; of which item is said where it is known.
    case failed(Failure, InboxRow?)
  }

  /// The longest side of what is shown at first, in pixels: 4 MiB at most.
  public static let side = 1024

  /// What is shown.
  public private(set) var state = State.loading {
    didSet { if state != oldValue { changed(state) } }
  }
  /// Called when that changes.
  public var changed: @MainActor (State) -> Void = { _ in }

  /// Whether ``finest()`` has been under way for so long that a person may wonder.
  public private(set) var isWaiting = false {
    didSet { if isWaiting != oldValue { waitingChanged(isWaiting) } }
  }
  /// Called when that changes.
  public var waitingChanged: @MainActor (Bool) -> Void = { _ in }

  /// What is known of the file whose picture is shown; nil while that is not known.
  public private(set) var original: PictureRow?

  private let source: any WholePictureSource
  /// The item that a person has gone on to; nil for the one that was opened last.
  private var chosen: Int64?
  private var turn = 0
  private let sleep: @Sendable (Double) async throws -> Void

  /// For so many seconds nobody wonders.
  private static let patience = 0.3

  /// Shows nothing until ``refresh()``.
  ///
  /// - Parameter sleep: waits for so many seconds.
  public init(
    _ source: any WholePictureSource,
    sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
  ) { (self.source, self.sleep) = (source, sleep) }

  /// The item whose picture is meant.
  public var item: InboxRow? {
    switch state {
    case .shown(_, let place): place.item
    case .failed(_, let item): item
    case .loading, .none: nil
    }
  }

  /// Looks anew: another item may have been opened, or this one may have gone.
  public func refresh() { show(chosen.map { .item(number: $0) } ?? .lastOpened) }

  /// Shows the picture of the item that was opened last, whatever a person has gone on to.
  public func showLastOpened() {
    chosen = nil
    refresh()
  }

  /// Goes on to the picture that came before.
  public func showOlder() { if let item { go(.older(than: item.number)) } }

  /// Goes on to the picture that came after.
  public func showNewer() { if let item { go(.newer(than: item.number)) } }

  /// The shown picture in all its pixels, of ``AgentAPI/PictureForm/maximumSide`` a side at most; nil where what is shown has these already, where they
  /// can't be had, and where another one is shown meanwhile. Nothing of it is kept here.
  public func finest() async -> PictureRaster? {
    guard case .shown(let picture, let place) = state, let item = place.item, let original,
      original.width > picture.width || original.height > picture.height
    else { return nil }
    let wondering = Task { [weak self, sleep] in
      do { try await sleep(Self.patience) } catch { return }
      if !Task.isCancelled { self?.isWaiting = true }
    }
    defer {
      wondering.cancel()
      isWaiting = false
    }
    do throws(Failure) {
      let found = try await source.picture(of: item, side: PictureForm.maximumSide, isPrompt: false)
      return isShown(item) ? found : nil
    } catch { return nil }
  }

  /// Writes the shown picture into a file, exactly as it was sent.
  ///
  /// - Parameter replaces: whether the person has agreed to put it in the place of a file of that name.
  public func save(_ item: InboxRow, to path: String, replaces: Bool) async throws(Failure) {
    try await source.save(item, to: path, replaces: replaces)
  }

  private func isShown(_ item: InboxRow) -> Bool {
    guard case .shown(_, let place) = state, let shown = place.item else { return false }
    return shown.number == item.number && shown.identity == item.identity
  }

  private func go(_ choice: PictureChoice) { show(choice, isChosen: true) }

  private func show(_ choice: PictureChoice, isChosen: Bool = false) {
    turn += 1
    let turn = turn
    Task { [weak self, source] in
      let found = await Self.look(source, choice, shown: self?.state ?? .none)
      let original = await Self.original(source, found, former: self?.state ?? .none, self?.original)
      guard let self, turn == self.turn else { return }
      switch found {
      case .none where isChosen: return  // There is none in that direction.
      case .none where chosen != nil: return showLastOpened()
      default: break
      }
      self.original = original
      state = found
      if isChosen { chosen = item?.number }
    }
  }

  /// What was declined is not looked at any more.
  private static func wanted(_ source: any WholePictureSource, _ choice: PictureChoice) async throws(Failure)
    -> PicturePlace
  {
    var place = try await source.find(choice)
    var skipped = 0
    while let item = place.item, item.state == .rejected, skipped < maximumSkippedCount {
      skipped += 1
      if case .newer = choice {
        place = try await source.find(.newer(than: item.number))
      } else if case .older = choice {
        place = try await source.find(.older(than: item.number))
      } else {
        // The newest that there is.
        place = try await source.find(.older(than: skipped == 1 ? .max : item.number))
      }
    }
    return place.item?.state == .rejected ? PicturePlace(count: place.count) : place
  }

  /// So many declined ones are passed over at once.
  private static let maximumSkippedCount = 50

  /// What is known of the file of what was found; nil where that can't be said.
  private static func original(
    _ source: any WholePictureSource, _ found: State, former: State, _ known: PictureRow?
  ) async -> PictureRow? {
    guard case .shown(_, let place) = found, let item = place.item else { return nil }
    if let known, case .shown(_, let place) = former, let shown = place.item, shown.number == item.number,
      shown.identity == item.identity
    {
      return known
    }
    do throws(Failure) { return try await source.description(of: item) } catch { return nil }
  }

  private static func look(_ source: any WholePictureSource, _ choice: PictureChoice, shown: State) async -> State {
    var item: InboxRow?
    do throws(Failure) {
      let place = try await Self.wanted(source, choice)
      guard let found = place.item, found.hasPicture else { return .none }
      item = found
      // What is on the screen already is not decoded again.
      if case .shown(let picture, let former) = shown, let former = former.item, former.number == found.number,
        former.identity == found.identity
      {
        return .shown(picture, place)
      }
      return .shown(try await source.picture(of: found, side: side, isPrompt: false), place)
    } catch { return .failed(error, item) }
  }
}
