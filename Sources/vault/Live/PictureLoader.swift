internal import AgentAPI
internal import Terminal

/// A picture for a place of a live view.
struct PictureOrder: Hashable {
  /// Whose picture it is.
  let subject: PictureSubject
  /// How many columns and rows it takes at most.
  let columns: Int
  let rows: Int
}

/// A picture, or what stands for it where it can't be shown.
enum PictureOrWords: Equatable {
  case picture(LivePicture)
  case words(String)
}

/// A way on which one picture after the other comes.
protocol PictureLine: AnyObject {
  /// What to poll for more.
  var descriptor: Int32 { get }
  /// Asks for a picture.
  func begin(_ order: PictureOrder) throws
  /// Takes what has come.
  ///
  /// - Returns: nil while more has to come.
  /// - Throws: ``Failure`` with the reason why there is no picture.
  func proceed() throws -> PictureOrWords?
}

/// The pictures of a live view. They come one by one while the view does other things, and are kept for as long as it is shown, within
/// bounds.
final class PictureLoader {
  /// The most bytes of drawings that are kept, besides those that are shown.
  private static let byteCount = 16 << 20
  /// How soon a picture is asked for again that could not be had.
  private static let pause = Duration.seconds(5)

  private let connect: () throws -> any PictureLine
  private let now: () -> ContinuousClock.Instant
  private var line: (any PictureLine)?
  private var current: PictureOrder?
  /// What is on the screen, the most important first.
  private var wanted: [PictureOrder] = []
  private var results: [PictureOrder: PictureOrWords] = [:]
  /// The orders of ``results``, as they came.
  private var arrivals: [PictureOrder] = []
  /// When those are asked for again that could not be had.
  private var retries: [PictureOrder: ContinuousClock.Instant] = [:]
  /// Whether something has changed since it was last said what is on the screen.
  private var hasChanged = false
  /// Whether the terminal shows images in places of known size; nil until a picture has come.
  private(set) var showsImages: Bool?

  /// - Parameters:
  ///   - mayShowImages: false where it is known that the terminal shows none.
  ///   - connect: opens a way to pictures.
  init(
    mayShowImages: Bool, connect: @escaping () throws -> any PictureLine,
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    (self.now, self.connect) = (now, connect)
    showsImages = mayShowImages ? nil : false
  }

  /// What to poll; -1 for nothing.
  var descriptor: Int32 { current == nil ? -1 : line?.descriptor ?? -1 }

  /// When ``start()`` has something to do; nil for never.
  var deadline: ContinuousClock.Instant? {
    guard current == nil else { return nil }
    return wanted.filter { results[$0] == nil || retries[$0] != nil }.map { retries[$0] ?? now() }.min()
  }

  /// Says what is on the screen from now on; other pictures are not waited for.
  func want(_ orders: [PictureOrder]) {
    wanted = orders
    if hasChanged { forgetOthers() }
  }

  /// A picture, or why there is none; nil while it comes.
  subscript(order: PictureOrder) -> PictureOrWords? { results[order] }

  /// Asks for the next picture, unless one is on its way.
  func start() throws {
    guard current == nil, let order = wanted.first(where: isDue) else { return }
    retries[order] = nil
    do {
      let line = try line ?? connect()
      self.line = line
      try line.begin(order)
      current = order
    } catch let failure as Failure { fail(order, failure) }
  }

  /// Takes what has come, and asks for the next picture.
  func wake() throws {
    guard let order = current, let line else { return }
    do {
      guard let result = try line.proceed() else { return }
      current = nil
      if case .picture(let picture) = result, showsImages == nil { showsImages = picture.isImage }
      keep(result, order)
    } catch let failure as Failure { fail(order, failure) }
    try start()
  }

  /// Has what is not on the screen next forgotten: it may be of an item that is not there any more.
  func noteChange() { hasChanged = true }

  /// Has all pictures drawn anew: the terminal shows more than was known.
  func restart() {
    hide()
    (results, arrivals, retries, showsImages) = ([:], [], [:], nil)
  }

  private func forgetOthers() {
    hasChanged = false
    for order in arrivals where !wanted.contains(order) { (results[order], retries[order]) = (nil, nil) }
    arrivals.removeAll { !wanted.contains($0) }
  }

  /// Closes the way to pictures until one is wanted again.
  func hide() { (line, current) = (nil, nil) }

  private func isDue(_ order: PictureOrder) -> Bool {
    if let date = retries[order] { return date <= now() }
    return results[order] == nil
  }

  private func fail(_ order: PictureOrder, _ failure: Failure) {
    // A connection that is broken is not used again.
    hide()
    let isComing = failure.code == .tryLater
    if isComing || failure.code == .unavailable { retries[order] = now() + Self.pause }
    if !isComing { keep(.words(failure.message), order) }
  }

  private func keep(_ result: PictureOrWords, _ order: PictureOrder) {
    arrivals.removeAll { $0 == order }
    arrivals.append(order)
    results[order] = result
    var total = results.values.reduce(0) { $0 + $1.byteCount }
    for old in arrivals where total > Self.byteCount && !wanted.contains(old) {
      total -= results.removeValue(forKey: old)?.byteCount ?? 0
    }
    arrivals.removeAll { results[$0] == nil }
  }
}

extension PictureOrWords {
  fileprivate var byteCount: Int {
    switch self {
    case .picture(let picture): picture.byteCount
    case .words(let words): words.utf8.count
    }
  }
}
