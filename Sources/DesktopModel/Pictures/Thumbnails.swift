public import AgentAPI

/// Small pictures of the items that somebody looks at, fetched one after the other, those that were wanted last first.
@MainActor
public final class Thumbnails {
  /// The longest side, in pixels: twice what a row shows, for screens of that density.
  public static let side = 144
  /// How many are kept, of 83 kB each: those that are seen on a high screen, and half a page beside.
  private static let keptCount = 60

  /// Called with the number of an item whose picture has come.
  public var arrived: @MainActor (Int64) -> Void = { _ in }

  private let source: any PictureSource
  /// Nil for a picture that can't be had.
  private var pictures: [Key: PictureRaster?] = [:]
  /// The last one used is at the end.
  private var used: [Key] = []
  private var wanted: [InboxRow] = []
  private var isFetching = false

  private struct Key: Hashable {
    let number: Int64
    let identity: InboxIdentity?

    init(_ item: InboxRow) { (number, identity) = (item.number, item.identity) }
  }

  /// Has none yet.
  public init(_ source: any PictureSource) { self.source = source }

  /// The picture of an item; nil where it has none, or none that has come yet, which is wanted from now on.
  public func picture(of item: InboxRow) -> PictureRaster? {
    guard item.hasPicture else { return nil }
    let key = Key(item)
    if let known = pictures[key] {
      use(key)
      return known
    }
    if !wanted.contains(where: { Key($0) == key }) { wanted.append(item) }
    if wanted.count > Self.keptCount { wanted.removeFirst() }
    fetch()
    return nil
  }

  /// What could not be had may be there by now, and what is not in the list any more goes.
  ///
  /// - Parameter items: what is in the list.
  public func refresh(_ items: [InboxRow]) {
    let keys = Set(items.filter(\.hasPicture).map(Key.init))
    pictures = pictures.filter { keys.contains($0.key) && $0.value != nil }
    used.removeAll { pictures[$0] == nil }
    wanted.removeAll { !keys.contains(Key($0)) }
  }

  private func use(_ key: Key) {
    if used.last == key { return }
    used.removeAll { $0 == key }
    used.append(key)
    if used.count > Self.keptCount { pictures[used.removeFirst()] = nil }
  }

  private func fetch() {
    guard !isFetching else { return }
    isFetching = true
    Task { [weak self, source] in
      while let item = self?.wanted.popLast() {
        let picture: PictureRaster?
        // A row without its picture says nothing of why: its item's detail does.
        do throws(Failure) { picture = try await source.picture(of: item, side: Self.side, isPrompt: true) } catch {
          picture = nil
        }
        self?.store(picture, of: item)
      }
      self?.isFetching = false
    }
  }

  private func store(_ picture: PictureRaster?, of item: InboxRow) {
    pictures.updateValue(picture, forKey: Key(item))
    use(Key(item))
    if picture != nil { arrived(item.number) }
  }
}
